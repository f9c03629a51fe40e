import { avatarOf } from './avatars.js';
import { element } from './element.js';
import { icon } from './icons.js';
import { say } from './speech.js';

const TYPE = { direct: 1, voice: 2, category: 4, news: 5, forum: 15, media: 16 };
const NO_CHAT = [TYPE.voice, TYPE.forum, TYPE.media];
const THREADS = [10, 11, 12];
const SHAPES = {
  [TYPE.direct]: 'at',
  [TYPE.voice]: 'voice',
  [TYPE.news]: 'news',
  [TYPE.forum]: 'forum',
  [TYPE.media]: 'media',
};

/**
 * The sign in front of a channel's name.
 *
 * @param {{ type: number }} channel
 */
export function channelIcon({ type }) {
  return icon(THREADS.includes(type) ? 'forum' : (SHAPES[type] ?? 'hash'));
}

/**
 * The same in a text.
 *
 * @param {{ type: number }} channel
 */
export const signOf = ({ type }) => (type === TYPE.direct ? '@' : '#');

/**
 * Whether messages can be read in the channel here.
 *
 * @param {{ type: number }} channel
 */
export function isChat({ type }) {
  return type !== TYPE.category && !NO_CHAT.includes(type);
}

/**
 * Channels in the order in which Discord lists them.
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
 * Draws the list of channels; arrow keys walk in it.
 *
 * @param {HTMLElement} box
 * @param {object} shown
 * @param {object[]} shown.channels
 * @param {string | null} shown.current id of the open channel
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
  box.onkeydown = (event) => walk(event, box);
  if (focused) {
    box.querySelector(`[data-channel-id="${focused}"]`)?.focus();
  }
}

function walk(event, box) {
  const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const rows = [...box.querySelectorAll('button:enabled')];
  const at = rows.indexOf(document.activeElement);
  if (steps !== undefined && at >= 0) {
    event.preventDefault();
    rows[(at + steps + rows.length) % rows.length].focus();
  }
}

function row(channel, isCurrent, mark, open) {
  const pings = mark?.pings ?? 0;
  const direct = channel.type === TYPE.direct;
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
    direct
      ? element('img', {
          src: avatarOf({ id: channel.userId, name: channel.name, bot: channel.withBot }),
          alt: '',
        })
      : channelIcon(channel),
    element('span', { class: 'channel-label' }, channel.name),
    direct && channel.withBot && element('span', { class: 'app-tag' }, say('app')),
    pings > 0 &&
      element(
        'span',
        { class: 'badge', 'aria-label': say('mentions', { count: pings }) },
        String(pings),
      ),
  );
}
