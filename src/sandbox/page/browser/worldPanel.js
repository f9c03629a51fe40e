import { element } from './element.js';
import { icon } from './icons.js';
import { createMasterCard } from './masterCard.js';
import { createServerCard } from './serverCard.js';
import { say } from './speech.js';

/**
 * The simulated world: game servers, and a master server of somebody else.
 *
 * @param {HTMLElement} box
 * @param {(route: string, body: object) => Promise<string | null>} act null, or why it was refused
 * @param {() => void} close for windows too narrow to show the panel all the time
 */
export function createWorldPanel(box, act, close) {
  const list = element('div', { class: 'servers' });
  const problem = element('p', { role: 'alert', class: 'problem', hidden: true });
  const press = async (route, body) => {
    const refused = await act(route, body);
    problem.textContent = refused ?? '';
    problem.hidden = refused === null;
  };
  const master = createMasterCard((fault) => press('/master', { fault }));
  box.replaceChildren(
    element(
      'header',
      {},
      icon('world'),
      element('h2', {}, say('world')),
      element(
        'button',
        {
          type: 'button',
          class: 'icon-button only-medium',
          'aria-label': say('close'),
          onclick: close,
        },
        icon('close'),
      ),
    ),
    element('p', {}, say('worldAbout')),
    problem,
    list,
    master.node,
  );
  /** The cards by server id. */
  const cards = new Map();
  return {
    /** @param {object[]} servers */
    drawServers(servers) {
      for (const server of servers) {
        const card = cards.get(server.id) ?? createServerCard(server, press);
        if (!cards.has(server.id)) {
          cards.set(server.id, card);
          list.append(card.node);
        }
        card.draw(server);
      }
    },
    drawMaster: master.draw,
  };
}
