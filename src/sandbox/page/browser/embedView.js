import { element } from './element.js';
import { localPath } from './localPath.js';
import { inline, markdown } from './markdown.js';
import { say } from './speech.js';
import { spokenTime } from './timestamps.js';

const webLink = (url) => (typeof url === 'string' && /^https?:\/\//.test(url) ? url : null);

/**
 * One embed as Discord shows it.
 *
 * @param {object} embed as the API gives it
 * @param {import('./markdown.js').Names} names
 */
export function embedView(embed, names) {
  const color =
    typeof embed.color === 'number'
      ? { '--accent': `#${embed.color.toString(16).padStart(6, '0')}` }
      : {};
  return element(
    'section',
    { class: 'embed', 'data-test': 'embed', style: color },
    element(
      'div',
      { class: 'embed-text' },
      author(embed),
      title(embed, names),
      embed.description &&
        element('div', { class: 'embed-description' }, markdown(embed.description, names)),
      embed.fields?.length ? fields(embed.fields, names) : null,
    ),
    picture(embed.thumbnail, 'embed-thumbnail'),
    picture(embed.image, 'embed-image'),
    footer(embed),
  );
}

function picture(media, style) {
  const path = localPath(media?.url);
  return path === null
    ? null
    : element(
        'a',
        { class: style, href: path, target: '_blank', rel: 'noopener', 'data-test': style },
        element('img', { src: path, alt: say('picture') }),
      );
}

const linked = (url, ...children) =>
  url === null
    ? element('span', {}, ...children)
    : element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...children);

function author({ author: by }) {
  return by?.name
    ? element('div', { class: 'embed-author' }, linked(webLink(by.url), by.name))
    : null;
}

function title(embed, names) {
  return embed.title
    ? element(
        'div',
        { class: 'embed-title', 'data-test': 'embed-title' },
        linked(webLink(embed.url), inline(embed.title, names)),
      )
    : null;
}

function fields(list, names) {
  return element(
    'div',
    { class: 'embed-fields' },
    ...columnsOf(list).map(({ field, column, columns }) =>
      element(
        'div',
        {
          class: 'embed-field',
          'data-test': 'embed-field',
          style: { '--place': `${column * (12 / columns) + 1} / span ${12 / columns}` },
        },
        element('div', { class: 'embed-field-name' }, inline(field.name, names)),
        element('div', { class: 'embed-field-value' }, markdown(field.value, names)),
      ),
    ),
  );
}

/** Inline fields stand beside each other in threes, two left over in halves; others take the whole width. */
function columnsOf(list) {
  const placed = [];
  let row = [];
  const flush = () => {
    const columns = Math.max(1, row.length);
    placed.push(...row.map((field, column) => ({ field, column, columns })));
    row = [];
  };
  for (const field of list) {
    if (!field.inline) {
      flush();
      placed.push({ field, column: 0, columns: 1 });
    } else if (row.push(field) === 3) {
      flush();
    }
  }
  flush();
  return placed;
}

function footer({ footer: foot, timestamp }) {
  const parts = [foot?.text, timestamp ? spokenTime(timestamp) : null].filter(Boolean);
  return parts.length === 0
    ? null
    : element(
        'div',
        { class: 'embed-footer', 'data-test': 'embed-footer' },
        parts.join(' \u2022 '),
      );
}
