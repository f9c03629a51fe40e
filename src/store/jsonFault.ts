const BLANK = /[ \t\n\r]*/y;
/** A string without its closing quote: it ends where a character cannot stand in one. */
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*/y;
const OTHER = /[{}[\]:,]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Sign = '{' | '}' | '[' | ']' | ':' | ',' | '"' | 'scalar';
type State = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'in {' | 'in [' | 'end';

const VALUE = { '{': 'first key', '[': 'first value', '"': 'done', scalar: 'done' } as const;

/** What may come next, and what has to follow it; "done": a value ends with it. */
const GRAMMAR: Readonly<Record<State, Readonly<Partial<Record<Sign, State | 'done'>>>>> = {
  value: VALUE,
  'first value': { ...VALUE, ']': 'done' },
  'first key': { '"': 'colon', '}': 'done' },
  key: { '"': 'colon' },
  colon: { ':': 'value' },
  'in {': { ',': 'key', '}': 'done' },
  'in [': { ',': 'value', ']': 'done' },
  end: {},
};

const isSign = (token: string): token is Sign => '{}[]:,'.includes(token);

/** The end of what a pattern finds at a place of a text; the place itself when it finds nothing there. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The token at a place: its end, and its sign; null = there is none, and the text is wrong at `end`. */
function tokenAt(text: string, at: number): { sign: Sign | null; end: number } {
  if (text[at] === '"') {
    const end = endOf(STRING, text, at);
    return text[end] === '"' ? { sign: '"', end: end + 1 } : { sign: null, end };
  }
  const end = endOf(OTHER, text, at);
  const token = text.slice(at, end);
  return { sign: token === '' ? null : isSign(token) ? token : 'scalar', end };
}

/** What may come after a value, by what is open around it. */
const afterValue = (open: readonly ('{' | '[')[]): State => {
  const inside = open.at(-1);
  return inside === undefined ? 'end' : `in ${inside}`;
};

/**
 * Where a text stops being JSON: the offset of the first character that cannot stand there, the length of the text when it
 * ends too early; null = it is JSON. JSON.parse tells the place in words, and not always.
 */
export function jsonFault(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let state: State = 'value';
  let at = endOf(BLANK, text, 0);
  while (at < text.length) {
    const { sign, end } = tokenAt(text, at);
    if (sign === null) {
      return end;
    }
    const next: State | 'done' | undefined = GRAMMAR[state][sign];
    if (next === undefined) {
      return at;
    }
    if (sign === '{' || sign === '[') {
      open.push(sign);
    } else if (sign === '}' || sign === ']') {
      open.pop();
    }
    state = next === 'done' ? afterValue(open) : next;
    at = endOf(BLANK, text, end);
  }
  return state === 'end' ? null : at;
}
