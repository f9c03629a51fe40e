import { element } from './element.js';
import { icon } from './icons.js';
import { say } from './speech.js';

/**
 * The left edge: direct messages, the servers, and a button that makes a new one.
 *
 * @param {HTMLElement} box
 * @param {object} shown
 * @param {object[]} shown.guilds
 * @param {string | null} shown.current id of the open server; null = direct messages
 * @param {(guildId: string | null) => { unread: boolean, pings: number }} shown.marks
 * @param {(guildId: string | null) => void} open
 * @param {() => void} invite
 */
export function drawRail(box, { guilds, current, marks }, open, invite) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset : null;
  const home = entry({
    test: 'home',
    name: say('directs'),
    face: icon('chat'),
    isCurrent: current === null,
    mark: marks(null),
    open: () => open(null),
  });
  const plus = element(
    'button',
    {
      type: 'button',
      class: 'rail-entry plus',
      'data-test': 'invite-button',
      title: say('inviteTitle'),
      'aria-label': say('inviteTitle'),
      onclick: invite,
    },
    icon('plus'),
  );
  const servers = guilds.map(({ id, name, hasBot }) =>
    entry({
      test: 'guild',
      id,
      name,
      face: initials(name),
      isCurrent: id === current,
      mark: marks(id),
      open: () => open(id),
      faded: !hasBot,
    }),
  );
  box.replaceChildren(home, element('hr'), ...servers, plus);
  if (focused?.test === 'home') {
    home.focus();
  } else if (focused?.guildId) {
    box.querySelector(`[data-guild-id="${focused.guildId}"]`)?.focus();
  }
}

function entry({ test, id, name, face, isCurrent, mark, open, faded = false }) {
  const { unread, pings } = mark;
  const label = pings > 0 ? `${name}, ${say('mentions', { count: pings })}` : name;
  return element(
    'button',
    {
      type: 'button',
      class: `rail-entry${faded ? ' faded' : ''}`,
      title: name,
      'aria-label': label,
      'aria-current': isCurrent ? 'true' : null,
      'data-test': test,
      'data-guild-id': id,
      'data-guild-name': name,
      'data-unread': unread && !isCurrent,
      'data-pings': pings,
      onclick: open,
    },
    face,
    pings > 0 && element('span', { class: 'badge', 'aria-hidden': 'true' }, String(pings)),
  );
}

const initials = (name) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .slice(0, 3);
