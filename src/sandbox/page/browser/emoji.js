import { element } from './element.js';

/** Emoji that are drawn by the page, so that they look the same where no emoji font is installed. */
const DRAWN = {
  '🟢': '#23a55a',
  '🔴': '#f23f43',
  '🟡': '#f0b232',
  '🟠': '#f26522',
  '🔵': '#5865f2',
  '🟣': '#9b59b6',
  '🟤': '#8b5a2b',
  '⚪': '#dbdee1',
  '⚫': '#4e5058',
};

/** One emoji at a place in a text (sticky). */
export const EMOJI = /[\u{1f7e0}-\u{1f7e4}\u{1f534}\u{1f535}\u26aa\u26ab]\ufe0f?/uy;

/**
 * The node for a text that EMOJI matched.
 *
 * @param {string} text
 */
export function emojiNode(text) {
  const color = DRAWN[text.replace('\ufe0f', '')];
  return color === undefined
    ? text
    : element(
        'span',
        { class: 'emoji-dot', role: 'img', 'aria-label': text, style: { '--dot': color } },
        text,
      );
}
