/** One line of the journal. `at` is ms since 1970 by the sandbox's clock. */
type JournalEntry =
  | {
      kind: 'request';
      at: number;
      method: string;
      path: string;
      query: string;
      authorised: boolean;
      body: unknown;
      /** File names. */
      files: string[];
      /** 0 until it is answered; -1 when it was cut or never answered on purpose. */
      status: number;
      ms: number;
      /** Discord's error code, when refused. */
      code: number | null;
    }
  | { kind: 'packet'; at: number; direction: 'to bot' | 'from bot'; packet: unknown }
  | { kind: 'note'; at: number; text: string }
  /** Something that no correct bot does, or that this Discord cannot do: a test should fail on it. */
  | { kind: 'unexpected'; at: number; text: string };

export type RequestEntry = Extract<JournalEntry, { kind: 'request' }>;

/** Everything that crossed between the bot and this Discord, newest last; the oldest is dropped after 20,000 entries. */
export type Journal = {
  add: (entry: JournalEntry) => void;
  note: (text: string) => void;
  unexpected: (text: string) => void;
  entries: () => readonly JournalEntry[];
  requests: (method?: string, path?: RegExp) => RequestEntry[];
  /** What a test should fail on; empty when all went as on Discord. */
  surprises: () => string[];
  /** Number of refused requests that Discord counts against an IP: 401, 403, 429. */
  invalidRequests: () => number;
  /** The most requests that arrived within one second. */
  peakPerSecond: () => number;
  /** The last seconds as text, for a person who wonders what happened. */
  explain: (lastMs?: number) => string;
};

const KEPT = 20_000;
const BODY_SHOWN = 300;

/** An empty journal on the given clock. */
export function createJournal(now: () => number): Journal {
  const entries: JournalEntry[] = [];
  const add = (entry: JournalEntry) => {
    entries.push(entry);
    if (entries.length > KEPT) {
      entries.splice(0, KEPT / 10);
    }
  };
  const requests = (method?: string, path?: RegExp) =>
    entries.filter(
      (entry): entry is RequestEntry =>
        entry.kind === 'request' &&
        (method === undefined || entry.method === method) &&
        (path === undefined || path.test(entry.path)),
    );
  return {
    add,
    note: (text) => add({ kind: 'note', at: now(), text }),
    unexpected: (text) => add({ kind: 'unexpected', at: now(), text }),
    entries: () => entries,
    requests,
    surprises: () => entries.flatMap((entry) => (entry.kind === 'unexpected' ? [entry.text] : [])),
    invalidRequests: () =>
      requests().filter(({ status }) => [401, 403, 429].includes(status)).length,
    peakPerSecond: () => peak(requests().map(({ at }) => at)),
    explain: (lastMs = 10_000) =>
      entries
        .filter(({ at }) => at >= now() - lastMs)
        .map(lineOf)
        .join('\n'),
  };
}

function peak(times: readonly number[]): number {
  let start = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while (at - (times[start] ?? at) >= 1000) {
      start += 1;
    }
    most = Math.max(most, index - start + 1);
  }
  return most;
}

function lineOf(entry: JournalEntry): string {
  const time = new Date(entry.at).toISOString().slice(11, 23);
  switch (entry.kind) {
    case 'request': {
      const code = entry.code === null ? '' : ` code ${entry.code}`;
      const auth = entry.authorised ? '' : ' (no token)';
      return `${time} ${entry.method} ${entry.path}${entry.query}${auth} ${shorten(entry.body)} -> ${entry.status}${code}`;
    }
    case 'packet':
      return `${time} gateway ${entry.direction} ${shorten(entry.packet)}`;
    default:
      return `${time} ${entry.kind}: ${entry.text}`;
  }
}

function shorten(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length > BODY_SHOWN ? `${text.slice(0, BODY_SHOWN)}...` : text;
}
