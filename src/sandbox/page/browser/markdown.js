import { element } from './element.js';
import { emojiNode, EMOJI } from './emoji.js';
import { say } from './speech.js';
import { timestampNode } from './timestamps.js';

/**
 * What mentions mean to the person who reads. Each gives a name and colour, or null when there is no such thing.
 *
 * @typedef {object} Names
 * @property {(id: string) => { name: string } | null} user
 * @property {(id: string) => { name: string, color: number } | null} role
 * @property {(id: string) => { name: string } | null} channel
 * @property {(id: string, messageId?: string) => void} openChannel and shows the message in it
 * @property {(name: string) => void} writeCommand puts a command into the box
 */

/**
 * Discord's markdown as DOM nodes. The text is foreign: it only ever becomes text nodes and a few known elements.
 *
 * @param {string} text
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function markdown(text, names) {
  const fragment = document.createDocumentFragment();
  const fence = /```(?:([\w+-]*)\n)?([\s\S]+?)\n?```/g;
  let end = 0;
  for (const block of text.matchAll(fence)) {
    appendLines(fragment, text.slice(end, block.index).replace(/\n$/, ''), names);
    fragment.append(element('pre', { class: 'code-block' }, element('code', {}, block[2] ?? '')));
    end = block.index + block[0].length;
    if (text[end] === '\n') {
      end += 1;
    }
  }
  appendLines(fragment, text.slice(end), names);
  return fragment;
}

const LINE_KINDS = [
  {
    form: /^(#{1,3})\s+(.+)$/,
    make: (m, names) => element(`h${m[1].length}`, { class: 'md-heading' }, inline(m[2], names)),
  },
  {
    form: /^-#\s+(.+)$/,
    make: (m, names) => element('small', { class: 'md-subtext' }, inline(m[1], names)),
  },
  { form: /^>\s(.*)$/, make: (m, names) => element('blockquote', {}, inline(m[1], names)) },
  {
    form: /^(\s*)[-*]\s+(.+)$/,
    make: (m, names) =>
      element('div', { class: `md-item level-${m[1].length > 1 ? 2 : 1}` }, inline(m[2], names)),
  },
  {
    form: /^(\d+)\.\s+(.+)$/,
    make: (m, names) =>
      element('div', { class: 'md-item', 'data-number': `${m[1]}.` }, inline(m[2], names)),
  },
];

function appendLines(fragment, text, names) {
  if (text === '') {
    return;
  }
  const lines = text.split('\n');
  const rest = lines.findIndex((line) => line.startsWith('>>> '));
  const plain = rest < 0 ? lines : lines.slice(0, rest);
  let afterText = false;
  for (const line of plain) {
    const block = blockOf(line, names);
    if (block === null && afterText) {
      fragment.append(element('br'));
    }
    fragment.append(block ?? inline(line, names));
    afterText = block === null;
  }
  if (rest >= 0) {
    const quoted = lines.slice(rest).join('\n').slice(4);
    fragment.append(element('blockquote', {}, markdown(quoted, names)));
  }
}

function blockOf(line, names) {
  for (const { form, make } of LINE_KINDS) {
    const found = form.exec(line);
    if (found !== null) {
      return make(found, names);
    }
  }
  return null;
}

const wrapped = (tag, settings) => (m, names) => element(tag, settings, inline(m[1], names));

/** What may start at a place in a line, in order of preference. */
const INLINE = [
  { form: /\\([^0-9A-Za-z\s])/y, make: (m) => m[1] },
  { form: /``([^\n]+?)``(?!`)/y, make: (m) => element('code', {}, m[1].trim()) },
  { form: /`([^`\n]+)`/y, make: (m) => element('code', {}, m[1]) },
  {
    form: /\*\*\*((?:\\.|[^\\])+?)\*\*\*/y,
    make: (m, names) => element('strong', {}, element('em', {}, inline(m[1], names))),
  },
  { form: /\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/y, make: wrapped('strong') },
  { form: /__((?:\\.|[^\\])+?)__(?!_)/y, make: wrapped('u') },
  { form: /~~((?:\\.|[^\\])+?)~~/y, make: wrapped('s') },
  { form: /\|\|((?:\\.|[^\\])+?)\|\|/y, make: (m, names) => spoiler(inline(m[1], names)) },
  { form: /\*(?=\S)((?:\\.|[^\\*])+?)\*(?!\*)/y, make: wrapped('em') },
  { form: /_((?:\\.|[^\\_])+?)_(?!\w)/y, afterWord: false, make: wrapped('em') },
  {
    form: /<t:(-?\d{1,14})(?::([tTdDfFsSR]))?>/y,
    make: (m) => timestampNode(Number(m[1]), m[2] ?? 'f'),
  },
  { form: /<@!?(\d{1,20})>/y, make: (m, names) => mention('@', names.user(m[1])) },
  { form: /<@&(\d{1,20})>/y, make: (m, names) => mention('@', names.role(m[1])) },
  {
    form: /<#(\d{1,20})>/y,
    make: (m, names) => mention('#', names.channel(m[1]), () => names.openChannel(m[1])),
  },
  {
    form: /<\/([^:>\n]{1,100}):\d{1,20}>/y,
    make: (m, names) => mention('/', { name: m[1] }, () => names.writeCommand(m[1])),
  },
  { form: /<a?(:\w{2,32}:)\d{1,20}>/y, make: (m) => m[1] },
  {
    form: /\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y,
    make: (m, names) => link(m[2], inline(m[1], names), names),
  },
  { form: /<(https?:\/\/[^\s>]+)>/y, make: (m, names) => link(m[1], m[1], names) },
  {
    form: /https?:\/\/[^\s<>"]+[^\s<>".,:;!?')\]*_~|]/y,
    make: (m, names) => link(m[0], m[0], names),
  },
  { form: /@(everyone|here)\b/y, make: (m) => mention('@', { name: m[1] }) },
  { form: EMOJI, make: (m) => emojiNode(m[0]) },
];

/**
 * One line of text, without headings, lists and quotes.
 *
 * @param {string} text
 * @param {Names} names
 */
export function inline(text, names) {
  const fragment = document.createDocumentFragment();
  let plain = '';
  for (let at = 0; at < text.length; ) {
    const found = startsAt(text, at);
    if (found === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    fragment.append(plain, found.make(found.match, names));
    plain = '';
    at += found.match[0].length;
  }
  fragment.append(plain);
  return fragment;
}

function startsAt(text, at) {
  for (const { form, make, afterWord } of INLINE) {
    if (afterWord === false && at > 0 && /\w/.test(text[at - 1])) {
      continue;
    }
    form.lastIndex = at;
    const match = form.exec(text);
    if (match !== null) {
      return { match, make };
    }
  }
  return null;
}

function mention(sign, target, onclick) {
  const known = target ?? { name: sign === '#' ? 'unknown' : 'unknown-role' };
  const color = target?.color ? `#${target.color.toString(16).padStart(6, '0')}` : null;
  const settings = { class: 'mention', style: color === null ? {} : { '--mention': color } };
  const text = `${sign}${known.name}`;
  return onclick && target !== null
    ? element('button', { ...settings, type: 'button', onclick }, text)
    : element('span', settings, text);
}

const MESSAGE_LINK = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** What leads to a message or a channel of Discord stays on this page; everything else opens beside it. */
function link(url, content, names) {
  const [, channelId, messageId] = MESSAGE_LINK.exec(url) ?? [];
  return channelId === undefined
    ? element('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, content)
    : element(
        'button',
        { type: 'button', class: 'link', onclick: () => names.openChannel(channelId, messageId) },
        content,
      );
}

function spoiler(content) {
  const show = (event) => {
    if (event.type === 'click' || event.key === 'Enter' || event.key === ' ') {
      event.currentTarget.classList.add('shown');
    }
  };
  return element(
    'span',
    {
      class: 'spoiler',
      tabindex: 0,
      role: 'button',
      'aria-label': say('spoiler'),
      onclick: show,
      onkeydown: show,
    },
    content,
  );
}
