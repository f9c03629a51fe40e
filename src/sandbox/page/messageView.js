import { avatarOf } from './avatars.js';
import { element, ICONS, icon } from './element.js';
import { embedView } from './embedView.js';
import { markdown } from './markdown.js';
import { partsView } from './partsView.js';
import { spokenTime } from './timestamps.js';

const LOADING = 1 << 7;
const EPHEMERAL = 1 << 6;
const SILENT = 1 << 12;
const PINNED = 6;
const TOGETHER_MS = 7 * 60_000;

/**
 * What a message needs to know of the world around it.
 *
 * @typedef {object} MessageContext
 * @property {string} me id of the person who looks
 * @property {import('./markdown.js').Names} names
 * @property {(user: object) => { name: string, color: string | null }} author
 * @property {(message: object) => import('./partsView.js').PartActions} parts
 * @property {boolean} mayManage whether the person may delete and unpin what others wrote
 * @property {(message: object) => void} remove
 * @property {(message: object) => void} unpin
 * @property {(message: object) => void} dismiss
 * @property {() => void} showPins
 */

/**
 * One message with its frame: `data-test="message"`, `data-message-id`, marks for pinned, ephemeral and pinging.
 *
 * @param {object} message as the page's route gives it
 * @param {object | null} before the message above it
 * @param {MessageContext} context
 */
export function messageView(message, before, context) {
  const own =
    message.type === PINNED ? pinNotice(message, context) : chatMessage(message, before, context);
  return element(
    'article',
    {
      class: `message${belongsTo(message, before) ? ' follows' : ''}`,
      'data-test': 'message',
      'data-message-id': message.id,
      'data-pinned': message.pinned,
      'data-ephemeral': (message.flags & EPHEMERAL) !== 0,
      'data-pings-me': message.notified?.includes(context.me) === true,
    },
    own,
    message.pinned &&
      element(
        'span',
        { class: 'pin-mark', title: 'Pinned message', 'data-test': 'pin-mark' },
        icon(ICONS.pin),
        'Pinned',
      ),
    toolbar(message, context),
  );
}

function belongsTo(message, before) {
  return (
    before !== null &&
    before.type !== PINNED &&
    message.type !== PINNED &&
    before.author.id === message.author.id &&
    !message.interaction_metadata?.name &&
    !message.message_reference &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS
  );
}

function chatMessage(message, before, context) {
  const { name, color } = context.author(message.author);
  const view = element('discord-message', {
    bot: message.author.bot === true,
    verified: false,
    edited: message.edited_timestamp !== null && message.content !== '',
    ephemeral: (message.flags & EPHEMERAL) !== 0,
    highlight: message.notified?.includes(context.me) === true,
    'message-body-only': belongsTo(message, before),
  });
  view.author = name;
  view.avatar = avatarOf({ id: message.author.id, name, bot: message.author.bot });
  view.roleColor = color ?? undefined;
  view.timestamp = spokenTime(message.timestamp);
  view.dismissMessageClicked = () => context.dismiss(message);
  const used = usedCommand(message, context);
  view.append(...(used === null ? [] : [used]), ...content(message, context));
  return view;
}

const thinking = (message) => (message.flags & LOADING) !== 0;

function content(message, context) {
  if (thinking(message)) {
    const { name } = context.author(message.author);
    const dots = element(
      'span',
      { class: 'dots', 'aria-hidden': 'true' },
      element('i'),
      element('i'),
      element('i'),
    );
    return [
      element(
        'span',
        { class: 'thinking', 'data-test': 'thinking' },
        dots,
        `${name} is thinking\u2026`,
      ),
    ];
  }
  return [
    (message.flags & SILENT) !== 0
      ? element('span', { class: 'silent', title: '@silent' }, '\u{1f515} ')
      : '',
    markdown(message.content, context.names),
    ...message.embeds.map((embed) => embedView(embed, context.names)),
    ...message.attachments.map(attachment),
    ...partsView(message.components ?? [], context.parts(message)),
  ];
}

function usedCommand(message, context) {
  const used = message.interaction_metadata;
  if (!used?.name) {
    return null;
  }
  const { name, color } = context.author(used.user);
  const view = element('discord-command', { slot: 'reply', 'data-test': 'used-command' });
  view.author = name;
  view.avatar = avatarOf({ id: used.user.id, name });
  view.roleColor = color ?? undefined;
  view.command = used.name;
  return view;
}

function attachment({ url, filename, content_type: type, description }) {
  const path = url.replace(/^https?:\/\/(127\.0\.0\.1|localhost):\d+/, '');
  return type.startsWith('image/') && path.startsWith('/')
    ? element('img', {
        slot: 'attachments',
        class: 'attachment',
        src: path,
        alt: description ?? filename,
      })
    : element(
        'a',
        { slot: 'attachments', class: 'attachment file', href: path, download: filename },
        filename,
      );
}

function pinNotice(message, context) {
  const { name, color } = context.author(message.author);
  const view = element(
    'discord-system-message',
    { type: 'pin' },
    element('i', { style: color === null ? {} : { color } }, name),
    ' pinned a message to this channel. See all ',
    element(
      'i',
      {
        role: 'button',
        tabindex: 0,
        onclick: context.showPins,
        onkeydown: (event) => event.key === 'Enter' && context.showPins(),
      },
      'pinned messages',
    ),
    '.',
  );
  view.timestamp = spokenTime(message.timestamp);
  return view;
}

function toolbar(message, context) {
  if (!context.mayManage || (message.flags & EPHEMERAL) !== 0) {
    return null;
  }
  const pin = () => context.unpin(message);
  const remove = () => context.remove(message);
  return element(
    'div',
    { class: 'message-tools', role: 'group', 'aria-label': 'Message' },
    message.pinned &&
      element(
        'button',
        { type: 'button', title: 'Unpin', 'data-test': 'unpin', onclick: pin },
        icon(ICONS.pin),
      ),
    element(
      'button',
      {
        type: 'button',
        title: 'Delete message',
        class: 'danger',
        'data-test': 'delete-message',
        onclick: remove,
      },
      icon(ICONS.trash),
    ),
  );
}
