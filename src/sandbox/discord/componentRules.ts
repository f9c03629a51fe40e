import { type FormError, type FormPath, formError } from './formErrors.ts';
import type { Component } from './message.ts';
import { textsOf } from './messageParts.ts';
import { selectErrors } from './selectRules.ts';
import { urlProblem } from './urlRules.ts';

const ROW = 1;
const BUTTON = 2;
const LINK_STYLE = 5;
const PREMIUM_STYLE = 6;
const MOST_ROWS = 5;
const MOST_V2_PARTS = 40;
const MOST_V2_TEXT = 4000;
const V2_TEXT_BYTES = 10_170;
const V2_BYTES_A_TEXT = 12;
const MOST_MEDIA = 64;

/** A component and where it stands in the body. */
type Placed = { path: FormPath; part: Component };

/** What the schema does not know about components (spec sandbox sections 5 and 8). */
export function componentErrors(
  components: readonly Component[],
  path: FormPath,
  { v2, filenames }: { v2: boolean; filenames: readonly string[] },
): FormError[] {
  const placed = components.flatMap((part, index) => placedIn(part, [...path, index]));
  return [
    ...(v2 ? v2Errors(placed, path) : classicErrors(components, path)),
    ...duplicateIds(placed),
    ...placed.flatMap(({ part, path: at }) => [
      ...buttonErrors(part, at),
      ...rowErrors(part, at),
      ...selectErrors(part, at),
      ...mediaErrors(part, at, filenames),
    ]),
  ];
}

/** custom_ids that occur twice; disabled components count too (api-docs#3673). */
export function duplicateIds(placed: readonly Placed[]): FormError[] {
  const seen = new Set<string>();
  return placed.flatMap(({ part: { custom_id }, path }) => {
    if (custom_id === undefined || !seen.has(custom_id)) {
      seen.add(custom_id ?? '');
      return [];
    }
    return [
      formError.other(
        [...path, 'custom_id'],
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated',
      ),
    ];
  });
}

/** A component and all that stand in it, each with its path. */
export function placedIn(part: Component, path: FormPath): Placed[] {
  const inner = (part.components ?? []).flatMap((one, index) =>
    placedIn(one, [...path, 'components', index]),
  );
  const single = (['accessory', 'component'] as const).flatMap((key) => {
    const one = part[key];
    return one === undefined ? [] : placedIn(one, [...path, key]);
  });
  return [{ path, part }, ...inner, ...single];
}

/** Whether Discord breaks on these texts instead of refusing them: HTTP 500 (api-docs#8554, #7528). */
export function breaksDiscord(components: readonly Component[]): boolean {
  const texts = textsOf(components);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + V2_BYTES_A_TEXT, 0);
  const parts = components.flatMap((part) => placedIn(part, []));
  const media = parts.reduce((sum, { part }) => sum + (part.items?.length ?? 0), 0);
  return bytes > V2_TEXT_BYTES || media > MOST_MEDIA;
}

function classicErrors(components: readonly Component[], path: FormPath): FormError[] {
  return [
    ...(components.length > MOST_ROWS ? [formError.maxLength(path, MOST_ROWS)] : []),
    ...components.flatMap(({ type }, index) =>
      type === ROW ? [] : [formError.choices([...path, index, 'type'], [ROW])],
    ),
  ];
}

function v2Errors(placed: readonly Placed[], path: FormPath): FormError[] {
  const text = placed.reduce(
    (sum, { part }) => sum + (part.type === 10 ? [...(part.content ?? '')].length : 0),
    0,
  );
  return [
    ...(placed.length > MOST_V2_PARTS
      ? [
          formError.other(
            path,
            'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
            `Total number of components cannot exceed ${MOST_V2_PARTS}`,
          ),
        ]
      : []),
    ...(text > MOST_V2_TEXT
      ? [
          formError.other(
            path,
            'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
            `Displayable text size exceeds maximum size of ${MOST_V2_TEXT}`,
          ),
        ]
      : []),
  ];
}

function buttonErrors(part: Component, path: FormPath): FormError[] {
  if (part.type !== BUTTON || part.style === PREMIUM_STYLE) {
    return [];
  }
  const named = (part.label ?? '') !== '' || part.emoji !== undefined;
  const wanted = part.style === LINK_STYLE ? 'url' : 'custom_id';
  const surplus = part.style === LINK_STYLE ? 'custom_id' : 'url';
  const address = urlProblem([...path, 'url'], part.url, null);
  return [
    ...(part[wanted] === undefined ? [formError.required([...path, wanted])] : []),
    ...(part[surplus] === undefined
      ? []
      : [
          formError.other(
            path,
            'BASE_TYPE_MUTUALLY_EXCLUSIVE',
            'A custom id and url cannot both be specified',
          ),
        ]),
    ...(named
      ? []
      : [
          formError.other(
            path,
            'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
            'A button needs a label or an emoji',
          ),
        ]),
    ...(address === null ? [] : [address]),
  ];
}

/** A row holds up to five buttons, or one select and nothing else. */
function rowErrors(part: Component, path: FormPath): FormError[] {
  const inner = part.type === ROW ? (part.components ?? []) : [];
  const selects = inner.filter(({ type }) => type !== BUTTON).length;
  return selects > 0 && inner.length > 1
    ? [
        formError.other(
          [...path, 'components'],
          'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
          'The specified component exceeds the maximum width',
        ),
      ]
    : [];
}

function mediaErrors(part: Component, path: FormPath, filenames: readonly string[]): FormError[] {
  const holders: [FormPath, string | undefined][] = [
    [[...path, 'media', 'url'], part.media?.url],
    [[...path, 'file', 'url'], part.file?.url],
    ...(part.items ?? []).map((item, index): [FormPath, string | undefined] => [
      [...path, 'items', index, 'media', 'url'],
      item.media?.url,
    ]),
  ];
  return holders.flatMap(([at, url]) => urlProblem(at, url, filenames) ?? []);
}
