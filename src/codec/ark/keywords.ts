/** Names in lower case, values as sent. */
export type ArkKeywords = ReadonlyMap<string, string>;

const ITEM = /^([A-Za-z0-9_]+):(.*)$/s;

/**
 * Reads the keywords of ARK and the games built on it: "KEY:VALUE" between commas. A part without a key belongs to the
 * value before it, comma included, because Conan puts the server's name there. The last value may be cut by the server
 * (spec ark section 2, spec a2s case 52). Unknown keys are kept; of two equal keys the last wins.
 */
export function parseKeywords(keywords: string): ArkKeywords {
  const found = new Map<string, string>();
  let last: string | null = null;
  for (const part of keywords.split(',')) {
    const [, key, value] = ITEM.exec(part) ?? [];
    if (key !== undefined && value !== undefined) {
      last = key.toLowerCase();
      found.set(last, value);
    } else if (last !== null) {
      found.set(last, `${found.get(last)},${part}`);
    }
  }
  return found;
}

/** The reverse: ARK's form, with its leading comma. Does not check the 127 bytes a server has for it. */
export function formatKeywords(items: Readonly<Record<string, string>>): string {
  return Object.entries(items)
    .map(([key, value]) => `,${key}:${value}`)
    .join('');
}
