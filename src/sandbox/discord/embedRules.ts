import { type FormError, type FormPath, formError } from './formErrors.ts';
import type { Embed } from './message.ts';
import { urlProblem } from './urlRules.ts';

const MOST_IN_ALL = 6000;

/** What the schema does not know about embeds: 6000 in total, no empty embed, addresses (spec sandbox section 5). */
export function embedErrors(
  embeds: readonly Embed[],
  path: FormPath,
  filenames: readonly string[],
): FormError[] {
  const sum = embeds.reduce((total, embed) => total + embedLength(embed), 0);
  return [
    ...(sum > MOST_IN_ALL
      ? [
          formError.other(
            path,
            'MAX_EMBED_SIZE_EXCEEDED',
            `Embed size exceeds maximum size of ${MOST_IN_ALL}`,
          ),
        ]
      : []),
    ...embeds.flatMap((embed, index) => [
      ...(isEmpty(embed)
        ? [
            formError.other(
              [...path, index],
              'LIST_ITEM_VALUE_REQUIRED',
              'List item values of ModelType are required',
            ),
          ]
        : []),
      ...addressErrors(embed, [...path, index], filenames),
    ]),
  ];
}

/** Characters that count towards the 6000: title, description, names, values, footer, author. */
function embedLength(embed: Embed): number {
  const texts = [
    embed.title,
    embed.description,
    embed.footer?.text,
    embed.author?.name,
    ...(embed.fields ?? []).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce((sum, text) => sum + [...(text ?? '').trim()].length, 0);
}

function isEmpty(embed: Embed): boolean {
  const parts = [embed.title, embed.description, embed.url, embed.timestamp, embed.color];
  const boxes = [embed.footer, embed.author, embed.image, embed.thumbnail];
  return (
    parts.every((part) => part === undefined || part === null || part === '') &&
    boxes.every((box) => box === undefined || box === null) &&
    (embed.fields ?? []).length === 0
  );
}

function addressErrors(embed: Embed, path: FormPath, filenames: readonly string[]): FormError[] {
  const links: [FormPath, string | undefined][] = [
    [[...path, 'url'], embed.url],
    [[...path, 'author', 'url'], embed.author?.url],
  ];
  const images: [FormPath, string | undefined][] = [
    [[...path, 'image', 'url'], embed.image?.url],
    [[...path, 'thumbnail', 'url'], embed.thumbnail?.url],
    [[...path, 'author', 'icon_url'], embed.author?.icon_url],
    [[...path, 'footer', 'icon_url'], embed.footer?.icon_url],
  ];
  return [
    ...links.flatMap(([at, url]) => urlProblem(at, url, null) ?? []),
    ...images.flatMap(([at, url]) => urlProblem(at, url, filenames) ?? []),
  ];
}
