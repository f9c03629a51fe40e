import { element, ICONS, icon } from './element.js';
import { timestampNode } from './timestamps.js';

/**
 * The controls of the simulated game servers.
 *
 * @param {HTMLElement} box
 * @param {(serverId: string, action: string, body?: object) => Promise<string | null>} act null, or why it was refused
 * @param {() => void} close for windows too narrow to show the panel all the time
 */
export function createWorldPanel(box, act, close) {
  const list = element('div', { class: 'servers' });
  const problem = element('p', { role: 'alert', class: 'composer-error', hidden: true });
  box.replaceChildren(
    element(
      'header',
      {},
      icon(ICONS.world),
      element('h2', {}, 'Simulated servers'),
      element(
        'button',
        {
          type: 'button',
          class: 'icon-button only-medium',
          'aria-label': 'Close',
          style: { 'margin-left': 'auto' },
          onclick: close,
        },
        icon(ICONS.close),
      ),
    ),
    element('p', {}, 'Real UDP on this machine. Take one down and see who is told.'),
    problem,
    list,
  );
  /** What is drawn, by server id, so that a row is only made anew when something about it changed. */
  const drawn = new Map();

  const press = async (serverId, action, body) => {
    const refused = await act(serverId, action, body);
    problem.textContent = refused ?? '';
    problem.hidden = refused === null;
  };

  return {
    /** @param {object[]} servers */
    draw(servers) {
      for (const server of servers) {
        const known = drawn.get(server.id);
        const text = JSON.stringify(server);
        if (known?.text === text) {
          continue;
        }
        const row = serverRow(server, press, known?.row);
        if (known === undefined) {
          list.append(row);
        } else {
          known.row.replaceWith(row);
        }
        drawn.set(server.id, { text, row });
      }
    },
  };
}

function serverRow(server, press, before) {
  const focused = before?.contains(document.activeElement)
    ? document.activeElement.getAttribute('data-test')
    : null;
  const roster = rosterOf(server, before?.querySelector('.server-roster')?.hidden === false);
  const row = element(
    'article',
    {
      class: 'server',
      'data-test': 'server-row',
      'data-server-id': server.id,
      'data-state': server.state,
      'aria-label': server.name,
    },
    head(server),
    facts(server),
    bar(server),
    address(server),
    buttons(server, press, roster),
    roster,
  );
  if (focused !== null) {
    requestAnimationFrame(() => row.querySelector(`[data-test="${focused}"]`)?.focus());
  }
  return row;
}

function bar({ players, bots, slots }) {
  const width = `${Math.min(100, Math.round(((players.length + bots) / slots) * 100))}%`;
  return element('div', { class: 'bar' }, element('i', { style: { width } }));
}

function head(server) {
  const since = timestampNode(Math.round(server.since / 1000), 'R');
  return element(
    'div',
    { class: 'server-head' },
    element('h3', { class: 'server-name', title: server.name }, server.name),
    element(
      'span',
      { class: 'server-state', 'data-test': 'server-state', title: since.title },
      server.state === 'up' ? 'Up' : 'Down',
    ),
  );
}

function facts(server) {
  const bots = server.bots > 0 ? ` (+${server.bots} bots)` : '';
  return element(
    'p',
    { class: 'server-facts' },
    `${server.gameName} \u2022 `,
    element('b', { 'data-test': 'server-map' }, server.state === 'up' ? server.map : 'no answer'),
    ' \u2022 ',
    element(
      'b',
      { 'data-test': 'server-players' },
      `${server.players.length}/${server.slots}${bots}`,
    ),
  );
}

function address(server) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'data-test': 'copy-address',
      'aria-label': `Copy the address of ${server.name}`,
    },
    icon(ICONS.copy),
  );
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(server.address).catch(() => undefined);
    button.title = 'Copied';
    button.style.color = 'var(--green)';
  });
  return element(
    'div',
    { class: 'address' },
    element('code', { 'data-test': 'server-address' }, server.address),
    button,
  );
}

function buttons(server, press, roster) {
  const up = server.state === 'up';
  const full = server.players.length >= server.slots;
  const button = (test, label, settings = {}, body = undefined) => {
    const onclick = () => press(server.id, test, body);
    return element('button', { type: 'button', 'data-test': test, onclick, ...settings }, label);
  };
  const pressed = (on) => ({ 'aria-pressed': String(on) });
  return element(
    'div',
    { class: 'server-buttons', role: 'group', 'aria-label': 'Controls' },
    up
      ? button('take-down', 'Take down', { class: 'down' })
      : button('bring-up', 'Bring up', { class: 'up' }),
    button('restart', 'Restart', { disabled: !up }),
    button('join', '+1 player', { disabled: !up || full }),
    button('fill-up', 'Fill', { disabled: !up || full }),
    button('empty', 'Empty', { disabled: !up || server.players.length === 0 }),
    button('hide-names', 'Hide names', pressed(server.hidesNames), { hidden: !server.hidesNames }),
    button('trouble', 'Lag 1 s', pressed(server.lagMs > 0), {
      trouble: { lagMs: server.lagMs > 0 ? 0 : 1000, lossPercent: 0, flooded: false },
    }),
    rosterButton(roster),
  );
}

function rosterButton(roster) {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'data-test': 'show-roster',
      'aria-expanded': String(!roster.hidden),
    },
    'Players',
  );
  button.addEventListener('click', () => {
    roster.hidden = !roster.hidden;
    button.setAttribute('aria-expanded', String(!roster.hidden));
  });
  return button;
}

function rosterOf({ players }, open) {
  const names = players.length > 0 ? players : ['nobody'];
  const rows = names.map((name) => element('li', {}, name));
  return element(
    'ul',
    { class: 'server-roster', '.hidden': !open, 'data-test': 'server-roster' },
    ...rows,
  );
}
