import { createLines } from './arkList.ts';
import { createJsonItems, type JsonItems } from './jsonItems.ts';
import { ListError } from './listError.ts';
import type { ListRow } from './listRow.ts';

/** The rows of a list on the web. */
export type WebRows = {
  rows: readonly ListRow[];
  /** Rows that were no server with an address. */
  skipped: number;
  /** The source has more than it gave. */
  limited: boolean;
  /** It broke off. */
  cut: boolean;
};

export type ParsedRows = { value: WebRows; whole: boolean };
type ParseBody = (body: AsyncIterable<Uint8Array>) => Promise<ParsedRows>;

/** Collects rows, each address once. */
function createRows() {
  const rows = new Map<string, ListRow>();
  let skipped = 0;
  return {
    add(row: ListRow | null): void {
      if (row === null) {
        skipped += 1;
      } else if (!rows.has(`${row.address}:${row.port}`)) {
        rows.set(`${row.address}:${row.port}`, row);
      }
    },
    read: (whole: boolean): ParsedRows => ({
      value: { rows: [...rows.values()], skipped, limited: false, cut: !whole },
      whole,
    }),
    /** There was something, and none of it was a server. */
    areAllSkipped: () => rows.size === 0 && skipped > 0,
  };
}

async function* texts(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of body) {
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Reads a JSON list row by row as it comes. What is no JSON list, or has only rows that cannot be read, is a ListError
 * `bad-reply`: an error page is not an empty list.
 */
export function parseJsonRows(
  source: string,
  readRow: (value: unknown) => ListRow | null,
): ParseBody {
  return async (body) => {
    const items = createJsonItems();
    const rows = createRows();
    for await (const item of itemsOf(items, body)) {
      rows.add(item === null ? null : readRow(item.value));
    }
    if (items.shape() !== 'items' || rows.areAllSkipped()) {
      throw noList(source);
    }
    return rows.read(items.whole());
  };
}

/** Ends early when the document turns out to be no list. */
async function* itemsOf(items: JsonItems, body: AsyncIterable<Uint8Array>) {
  for await (const text of texts(body)) {
    yield* items.feed(text);
    if (items.shape() === 'other') {
      return;
    }
  }
}

/** Reads a list of one server a line. Comments and lines of other kinds are no servers and not counted as such. */
export function parseLineRows(
  source: string,
  readRow: (line: string) => ListRow | null,
): ParseBody {
  return async (body) => {
    const lines = createLines();
    const rows = createRows();
    const add = (line: string) => {
      if (line.trim() !== '' && !/^\s*(?:\/\/|#)/.test(line)) {
        rows.add(readRow(line));
      }
    };
    for await (const text of texts(body)) {
      lines.feed(text).forEach(add);
    }
    lines.end().forEach(add);
    if (rows.areAllSkipped()) {
      throw noList(source);
    }
    return rows.read(true);
  };
}

/** Reads a whole JSON document. Throws ListError `bad-reply` when it is none. */
export async function parseJson(source: string, body: AsyncIterable<Uint8Array>): Promise<unknown> {
  let json = '';
  for await (const text of texts(body)) {
    json += text;
  }
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw noList(source, cause);
  }
}

function noList(source: string, cause?: unknown): ListError {
  const message = `${source} answered with something that is no list of servers: try again later.`;
  return new ListError('bad-reply', source, message, { cause });
}
