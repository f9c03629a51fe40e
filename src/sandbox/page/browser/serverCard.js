import { copyableAddress } from './copyableAddress.js';
import { element } from './element.js';
import { say } from './speech.js';
import { createTroublePart } from './troublePart.js';

/** ARK servers put their version behind their name. */
const VERSION = / - \(v[\d.]+\)$/;

/**
 * One simulated game server with its controls. It is drawn once and brought up to date afterwards, so that neither focus nor a
 * slider in somebody's hand is lost.
 *
 * @param {{ id: string, name: string, gameName: string }} server
 * @param {(route: string, body: object) => void} act
 */
export function createServerCard({ id, name: title, gameName }, act) {
  const name = title.replace(VERSION, '');
  const state = element('span', { class: 'server-state', 'data-test': 'server-state' });
  const map = element('b', { 'data-test': 'server-map' });
  const players = element('b', { 'data-test': 'server-players' });
  const bar = element('i');
  const address = copyableAddress({ name, test: 'server-address' });
  const roster = element('ul', { class: 'server-roster', 'data-test': 'server-roster' });
  const trouble = createTroublePart(id, act);
  const button = (action, style = '') =>
    element(
      'button',
      {
        type: 'button',
        class: `button small ${style}`,
        'data-test': action,
        onclick: () => act('/servers', { server: id, action }),
      },
      say(action),
    );
  const buttons = {
    down: button('take-down', 'destructive'),
    up: button('bring-up', 'success'),
    fill: button('fill-up', 'secondary'),
    empty: button('empty', 'secondary'),
    restart: button('restart', 'secondary'),
    join: button('join', 'secondary'),
  };
  const node = element(
    'article',
    { class: 'server', 'data-test': 'server-row', 'data-server-id': id, 'aria-label': name },
    element(
      'div',
      { class: 'server-head' },
      element('h3', { class: 'server-name', title: name }, name),
      state,
    ),
    element('p', { class: 'server-facts' }, `${gameName} \u2022 `, map, ' \u2022 ', players),
    element('div', { class: 'bar' }, bar),
    address.node,
    element(
      'div',
      { class: 'server-buttons' },
      buttons.down,
      buttons.up,
      buttons.fill,
      buttons.empty,
    ),
    element(
      'details',
      { class: 'more' },
      element('summary', { 'data-test': 'more' }, say('more')),
      element('div', { class: 'server-buttons' }, buttons.restart, buttons.join),
      trouble.node,
      element('p', { class: 'field-name' }, say('players')),
      roster,
    ),
  );

  return {
    node,
    /** @param {object} server */
    draw(server) {
      const up = server.state === 'up';
      const full = server.players.length >= server.slots;
      node.dataset.state = server.state;
      state.textContent = say(up ? 'up' : 'down');
      map.textContent = up ? server.map : say('noAnswer');
      const bots = server.bots > 0 ? ` ${say('bots', { count: server.bots })}` : '';
      players.textContent = `${server.players.length}/${server.slots}${bots}`;
      const share = (server.players.length + server.bots) / server.slots;
      bar.style.width = `${Math.min(100, Math.round(share * 100))}%`;
      address.draw(server.address);
      swap(up ? buttons.up : buttons.down, up ? buttons.down : buttons.up);
      buttons.restart.disabled = !up;
      buttons.fill.disabled = !up || full;
      buttons.join.disabled = !up || full;
      buttons.empty.disabled = !up || server.players.length === 0;
      trouble.draw(server);
      drawRoster(roster, server.players);
    },
  };
}

/** The two buttons stand in one place: who pressed one of them stands on the other then. */
function swap(gone, come) {
  const focused = document.activeElement === gone;
  gone.hidden = true;
  come.hidden = false;
  if (focused) {
    come.focus();
  }
}

function drawRoster(roster, players) {
  const names = players.length > 0 ? players : [say('nobody')];
  const shown = names.join('\n');
  if (roster.dataset.shown !== shown) {
    roster.dataset.shown = shown;
    roster.replaceChildren(...names.map((name) => element('li', {}, name)));
  }
}
