import { element, ICONS, icon } from './element.js';

const TYPE = { voice: 2, category: 4, news: 5, forum: 15, media: 16 };
const NO_CHAT = [TYPE.voice, TYPE.forum, TYPE.media];
const THREADS = [10, 11, 12];

const SHAPES = {
  [TYPE.voice]: 'M12 3v18l-6-5H2V8h4zM15 8a5 5 0 0 1 0 8zM15 4a9 9 0 0 1 0 16v-2a7 7 0 0 0 0-12z',
  [TYPE.news]: 'M20 4v16l-8-4H9l1 5H7l-1-5H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h8z',
  [TYPE.forum]:
    'M4 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm2 4v2h10V8zm0 4v2h7v-2z',
  [TYPE.media]:
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm1 13h14l-5-7-4 5-2-2z',
};

/**
 * The sign in front of a channel's name.
 *
 * @param {{ type: number }} channel
 */
export function channelIcon({ type }) {
  return icon(THREADS.includes(type) ? SHAPES[TYPE.forum] : (SHAPES[type] ?? ICONS.hash));
}

/**
 * Whether messages can be read in the channel here.
 *
 * @param {{ type: number }} channel
 */
export function isChat({ type }) {
  return type !== TYPE.category && !NO_CHAT.includes(type);
}

/**
 * Channels in the order in which Discord lists them, each with its depth.
 *
 * @param {object[]} channels
 */
function ordered(channels) {
  const below = (parent) =>
    channels
      .filter((channel) => (channel.parent_id ?? null) === parent)
      .sort(
        (left, right) =>
          Number(left.type === TYPE.category) - Number(right.type === TYPE.category) ||
          left.position - right.position,
      )
      .flatMap((channel) => [channel, ...below(channel.id)]);
  const known = new Set(channels.map(({ id }) => id));
  const orphans = channels.filter(
    ({ parent_id: parent }) => parent !== null && parent !== undefined && !known.has(parent),
  );
  return [...below(null), ...orphans];
}

/**
 * Draws the list of channels.
 *
 * @param {HTMLElement} box
 * @param {object} shown
 * @param {object[]} shown.channels
 * @param {string} shown.current id of the open channel
 * @param {Map<string, { unread: boolean, pings: number }>} shown.marks
 * @param {(channelId: string) => void} open
 */
export function drawChannels(box, { channels, current, marks }, open) {
  const focused = document.activeElement?.getAttribute('data-channel-id');
  box.replaceChildren(
    ...ordered(channels).map((channel) =>
      channel.type === TYPE.category
        ? element('h2', { class: 'category' }, channel.name)
        : row(channel, channel.id === current, marks.get(channel.id), open),
    ),
  );
  if (focused) {
    box.querySelector(`[data-channel-id="${focused}"]`)?.focus();
  }
}

function row(channel, isCurrent, mark, open) {
  const pings = mark?.pings ?? 0;
  return element(
    'button',
    {
      type: 'button',
      class: `channel${THREADS.includes(channel.type) ? ' thread' : ''}`,
      disabled: !isChat(channel),
      'aria-current': isCurrent ? 'page' : null,
      'data-test': 'channel',
      'data-channel-id': channel.id,
      'data-channel-name': channel.name,
      'data-unread': mark?.unread === true && !isCurrent,
      'data-pings': pings,
      onclick: () => open(channel.id),
    },
    channelIcon(channel),
    element('span', { class: 'channel-label' }, channel.name),
    pings > 0 &&
      element('span', { class: 'badge', 'aria-label': `${pings} mentions` }, String(pings)),
  );
}
