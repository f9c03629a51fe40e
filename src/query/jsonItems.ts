/** Takes a long JSON document apart while it comes. */
export type JsonItems = {
  /** The items that are complete with this piece; null for one that is no JSON, or too long to be a row. */
  feed(text: string): ({ value: unknown } | null)[];
  /** What the document is: a list (an object counts with its values), something else, or nothing so far. */
  shape(): 'items' | 'other' | 'nothing';
  /** Whether the end of the document came. */
  whole(): boolean;
};

/** No row of any list is nearly as long. */
const LONGEST_ITEM = 256 * 1024;
const BLANK = /[\s\ufeff]/;

/**
 * Gives the elements of a JSON array, or the values of a JSON object, one by one: lists of forty megabytes never stand in
 * memory as a whole (spec master section 10).
 */
export function createJsonItems(): JsonItems {
  let shape: 'items' | 'other' | 'nothing' = 'nothing';
  let depth = 0;
  let inText = false;
  let escaped = false;
  let ended = false;
  let isObject = false;
  /** What came of the present item in earlier pieces; null once it is too long. */
  let head: string | null = '';

  function begin(character: string): void {
    if (BLANK.test(character)) {
      return;
    }
    isObject = character === '{';
    shape = isObject || character === '[' ? 'items' : 'other';
    depth = 1;
  }

  /** The item between `start` and `end` of the piece, if there is one: not in an empty list, nor behind a last comma. */
  function cut(piece: string, start: number, end: number): ({ value: unknown } | null)[] {
    const text = head === null ? null : head + piece.slice(start, end);
    head = '';
    if (text === null) {
      return [null];
    }
    const json = isObject ? text.replace(/^\s*"(?:[^"\\]|\\.)*"\s*:/, '') : text;
    return json.trim() === '' ? [] : [parsed(json)];
  }

  function feed(piece: string) {
    const found: ({ value: unknown } | null)[] = [];
    let start = 0;
    for (let at = 0; at < piece.length && !ended && shape !== 'other'; at += 1) {
      const character = piece.charAt(at);
      if (shape === 'nothing') {
        begin(character);
        start = at + 1;
      } else if (!passText(character) && closesItem(character)) {
        found.push(...cut(piece, start, at));
        start = at + 1;
      }
    }
    keep(piece.slice(start));
    return found;
  }

  /** What is left of a piece belongs to the item that goes on in the next one. */
  function keep(rest: string): void {
    if (depth > 0 && head !== null) {
      head += rest;
      head = head.length > LONGEST_ITEM ? null : head;
    }
  }

  /** True inside a text, quotes included. */
  function passText(character: string): boolean {
    if (!inText) {
      inText = character === '"';
      return inText;
    }
    if (escaped) {
      escaped = false;
    } else if (character === '\\') {
      escaped = true;
    } else if (character === '"') {
      inText = false;
    }
    return true;
  }

  /** Keeps count of the brackets; true where an item of the document ends. */
  function closesItem(character: string): boolean {
    if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      ended = depth === 0;
      return ended;
    }
    return character === ',' && depth === 1;
  }

  return { feed, shape: () => shape, whole: () => ended };
}

function parsed(json: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}
