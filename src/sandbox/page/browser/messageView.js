import { attachmentView } from './attachmentView.js';
import { avatarOf } from './avatars.js';
import { element } from './element.js';
import { embedView } from './embedView.js';
import { icon } from './icons.js';
import { markdown } from './markdown.js';
import { partsView } from './partsView.js';
import { say } from './speech.js';
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
 * One message: `data-test="message"`, `data-message-id`, marks for pinned, ephemeral and pinging.
 *
 * @param {object} message as the page's route gives it
 * @param {object | null} before the message above it
 * @param {MessageContext} context
 */
export function messageView(message, before, context) {
  const follows = belongsTo(message, before);
  const ephemeral = (message.flags & EPHEMERAL) !== 0;
  return element(
    'article',
    {
      class: `message${follows ? ' follows' : ''}`,
      'data-test': 'message',
      'data-message-id': message.id,
      'data-pinned': message.pinned,
      'data-ephemeral': ephemeral,
      'data-pings-me': message.notified?.includes(context.me) === true,
    },
    ...(message.type === PINNED
      ? pinNotice(message, context)
      : [
          usedCommand(message, context),
          element(
            'div',
            { class: 'message-row' },
            follows ? shortTime(message) : avatar(message, context),
            element(
              'div',
              { class: 'message-body' },
              !follows && heading(message, context),
              ...content(message, context),
              ephemeral && ephemeralNote(message, context),
            ),
          ),
        ]),
    message.pinned &&
      element('span', { class: 'pin-mark', 'data-test': 'pin-mark' }, icon('pin'), say('pinned')),
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

function avatar({ author }, context) {
  const { name } = context.author(author);
  return element('img', {
    class: 'avatar',
    src: avatarOf({ id: author.id, name, bot: author.bot }),
    alt: '',
  });
}

const shortTime = ({ timestamp }) =>
  element(
    'span',
    { class: 'avatar short-time', 'aria-hidden': 'true' },
    spokenTime(timestamp, 't'),
  );

const nameStyle = (color) => (color === null ? {} : { '--name': color });

function heading({ author, timestamp }, context) {
  const { name, color } = context.author(author);
  return element(
    'header',
    { class: 'message-head' },
    element('span', { class: 'author named', style: nameStyle(color) }, name),
    author.bot === true && element('span', { class: 'app-tag' }, say('app')),
    element('time', { datetime: timestamp }, spokenTime(timestamp)),
  );
}

function content(message, context) {
  if ((message.flags & LOADING) !== 0) {
    return [thinking(message, context)];
  }
  const edited = message.edited_timestamp !== null && message.content !== '';
  return [
    element(
      'div',
      { class: 'content' },
      (message.flags & SILENT) !== 0 && element('span', { title: '@silent' }, '\u{1f515} '),
      markdown(message.content, context.names),
      edited && element('span', { class: 'edited' }, ` (${say('edited')})`),
    ),
    ...message.embeds.map((embed) => embedView(embed, context.names)),
    ...message.attachments.map(attachmentView),
    ...partsView(message.components ?? [], context.parts(message)),
  ];
}

function thinking({ author }, context) {
  const dots = element(
    'span',
    { class: 'dots', 'aria-hidden': 'true' },
    element('i'),
    element('i'),
    element('i'),
  );
  const { name } = context.author(author);
  return element(
    'div',
    { class: 'thinking', 'data-test': 'thinking' },
    dots,
    say('thinking', { name }),
  );
}

function usedCommand({ interaction_metadata: used }, context) {
  if (!used?.name) {
    return null;
  }
  const { name, color } = context.author(used.user);
  return element(
    'div',
    { class: 'used-command', 'data-test': 'used-command' },
    element('img', { src: avatarOf({ id: used.user.id, name }), alt: '' }),
    element('b', { class: 'named', style: nameStyle(color) }, name),
    ` ${say('used')} `,
    element('span', { class: 'command-name' }, `/${used.name}`),
  );
}

function ephemeralNote(message, context) {
  return element(
    'p',
    { class: 'ephemeral-note' },
    icon('eye'),
    `${say('onlyYou')} \u2022 `,
    element(
      'button',
      {
        type: 'button',
        class: 'link',
        'data-test': 'dismiss',
        onclick: () => context.dismiss(message),
      },
      say('dismiss'),
    ),
  );
}

function pinNotice(message, context) {
  const { name, color } = context.author(message.author);
  const [before, after] = say('pinNotice').split('{pins}');
  return [
    element(
      'p',
      { class: 'system-line' },
      icon('pin'),
      element('b', { class: 'named', style: nameStyle(color) }, name),
      ` ${before}`,
      element(
        'button',
        { type: 'button', class: 'link', onclick: context.showPins },
        say('pinNoticeLink'),
      ),
      after,
      element('time', { datetime: message.timestamp }, spokenTime(message.timestamp)),
    ),
  ];
}

function toolbar(message, context) {
  if (!context.mayManage || (message.flags & EPHEMERAL) !== 0) {
    return null;
  }
  const tool = (test, label, shape, deed, style = '') =>
    element(
      'button',
      {
        type: 'button',
        class: style,
        title: label,
        'aria-label': label,
        'data-test': test,
        onclick: () => deed(message),
      },
      icon(shape),
    );
  return element(
    'div',
    { class: 'message-tools' },
    message.pinned && tool('unpin', say('unpin'), 'pin', context.unpin),
    tool('delete-message', say('delete'), 'trash', context.remove, 'danger'),
  );
}
