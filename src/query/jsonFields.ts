/** The fields of a JSON object from strangers; lists give numbers as text and flags as numbers, so all forms are read. */
export type JsonFields = {
  /** Without control characters; null when missing, empty or no text. A number is given as its digits. */
  text(name: string): string | null;
  /** A whole number of 0 or more; null when missing or none. */
  count(name: string): number | null;
  number(name: string): number | null;
  flag(name: string): boolean | null;
  /** The object under a name; without fields when there is none. */
  object(name: string): JsonFields;
  list(name: string): unknown[] | null;
};

/** Null when the value is no object. */
export function jsonFields(value: unknown): JsonFields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return null;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const get = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  const number = (name: string) => numberOf(get(name));
  return {
    text: (name) => textOf(get(name)),
    number,
    count(name) {
      const found = number(name);
      return found !== null && Number.isInteger(found) && found >= 0 ? found : null;
    },
    flag: (name) => flagOf(get(name)),
    object: (name) => jsonFields(get(name)) ?? NO_FIELDS,
    list(name) {
      const found = get(name);
      return Array.isArray(found) ? found : null;
    },
  };
}

const NO_FIELDS: JsonFields = {
  text: () => null,
  count: () => null,
  number: () => null,
  flag: () => null,
  object: () => NO_FIELDS,
  list: () => null,
};

function textOf(value: unknown): string | null {
  if (typeof value === 'number') {
    return String(value);
  }
  const clean = typeof value === 'string' ? value.replace(/\p{Cc}/gu, '').trim() : '';
  return clean === '' ? null : clean;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function flagOf(value: unknown): boolean | null {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 1 || text === 'true' || text === '1') {
    return true;
  }
  return text === false || text === 0 || text === 'false' || text === '0' ? false : null;
}
