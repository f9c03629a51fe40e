import { element } from './element.js';
import { inline, markdown } from './markdown.js';
import { spokenTime } from './timestamps.js';

/** Only pictures that this Discord itself serves, or that are in the address, are shown: the page loads nothing from elsewhere. */
const localImage = (media) =>
  media?.url && /^(\/|data:image\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/.test(media.url)
    ? media.url
    : null;

const webLink = (url) => (typeof url === 'string' && /^https?:\/\//.test(url) ? url : null);

/**
 * One embed as Discord shows it.
 *
 * @param {object} embed as the API gives it
 * @param {import('./markdown.js').Names} names
 */
export function embedView(embed, names) {
  const view = element('discord-embed', { slot: 'embeds', 'data-test': 'embed' });
  view.color =
    typeof embed.color === 'number' ? `#${embed.color.toString(16).padStart(6, '0')}` : undefined;
  if (embed.author?.name) {
    view.authorName = embed.author.name;
    view.authorUrl = webLink(embed.author.url) ?? undefined;
  }
  view.thumbnail = localImage(embed.thumbnail) ?? undefined;
  view.image = localImage(embed.image) ?? undefined;
  if (embed.title) {
    view.append(title(embed, names));
  }
  if (embed.description) {
    view.append(
      element(
        'discord-embed-description',
        { slot: 'description' },
        markdown(embed.description, names),
      ),
    );
  }
  if (embed.fields?.length) {
    view.append(fields(embed.fields, names));
  }
  if (embed.footer?.text || embed.timestamp) {
    view.append(footer(embed));
  }
  return view;
}

function title(embed, names) {
  const url = webLink(embed.url);
  const text = inline(embed.title, names);
  return element(
    'div',
    { slot: 'description', class: 'embed-title', 'data-test': 'embed-title' },
    url === null
      ? text
      : element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, text),
  );
}

function fields(list, names) {
  const view = element('discord-embed-fields', { slot: 'fields' });
  for (const { field, column, columns } of columnsOf(list)) {
    const made = element(
      'discord-embed-field',
      {
        class: 'embed-field',
        'data-test': 'embed-field',
        style: { '--place': `${column * (12 / columns) + 1} / span ${12 / columns}` },
      },
      element('div', { class: 'embed-field-name' }, inline(field.name, names)),
      element('div', { class: 'embed-field-value' }, markdown(field.value, names)),
    );
    view.append(made);
  }
  return view;
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

function footer(embed) {
  const parts = [embed.footer?.text, embed.timestamp ? spokenTime(embed.timestamp) : null].filter(
    Boolean,
  );
  return element(
    'discord-embed-footer',
    { slot: 'footer', 'data-test': 'embed-footer' },
    parts.join(' \u2022 '),
  );
}
