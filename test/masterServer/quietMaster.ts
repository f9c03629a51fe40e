import type { ServerAddress } from '#codec/master/address.ts';
import type { AnsweredFacts } from '#masterServer/answeredFacts.ts';
import { type Challenges, createChallenges } from '#masterServer/challenges.ts';
import { createMaster, type Master } from '#masterServer/master.ts';
import { createSourceLimits, type MasterLimits } from '#masterServer/rateLimit.ts';
import {
  createServerTable,
  type TableChange,
  type TableOptions,
} from '#masterServer/serverTable.ts';
import { createVerification } from '#masterServer/verification.ts';
import { checkAddress } from '#transport/addressPolicy.ts';

/** Limits that nobody reaches: for tests about something else. */
const NO_LIMITS: MasterLimits = {
  pagesPerAddress: { burst: 1e9, perMinute: 1e9 },
  pagesPerNet: { burst: 1e9, perMinute: 1e9 },
  pagesInAll: { burst: 1e9, perMinute: 1e9 },
  smallPerAddress: { burst: 1e9, perMinute: 1e9 },
};

export type QuietMaster = Master & {
  /** Ms; a test moves it. */
  clock: { now: number };
  changes: TableChange[];
  /** Registrations to be stored, as "ip:port". */
  changed: Set<string>;
  /** What was odd in the queries. */
  notes: string[];
  /** Datagram in, hex out; null for silence. */
  send(datagram: string | Uint8Array, source: ServerAddress): string | null;
  /** Joins and sends a heartbeat, as a game server does. */
  register(source: ServerAddress, infostring?: string): string | null;
  /** Asks all that are due; `answer` null for silence. */
  ask(answer?: (server: ServerAddress) => AnsweredFacts | null): ServerAddress[];
  /** All addresses that a filter lists, page by page, as "ip:port". */
  list(filter?: string, options?: { region?: number; from?: ServerAddress }): string[];
};

export const ANSWER: AnsweredFacts = {
  name: 'The Long Watch',
  map: 'de_dust2',
  players: 3,
  max: 16,
  bots: 0,
  version: '1.1.2.7/Stdio',
  appId: 10,
  type: 'd',
  os: 'l',
  password: false,
  secure: true,
  tags: null,
};
export const INFOSTRING =
  '\\players\\0\\max\\16\\bots\\0\\gamedir\\cstrike\\map\\de_aztec\\type\\d\\password\\0\\os\\l\\secure\\1\\lan\\0\\region\\3\\version\\1.0\\product\\cstrike\n';

/** The bytes of one text, one character a byte. */
export const raw = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The challenge in a reply of a master, read by hand. */
export const challengeIn = (reply: string | null): number =>
  reply?.startsWith('ffffffff730a') ? Buffer.from(reply, 'hex').readUInt32LE(6) : -1;

/** A page of a list as "ip:port" texts, with "end" for the end mark, read by hand. */
export function addressesIn(page: string | null): string[] {
  const bytes = Buffer.from(page ?? '', 'hex');
  const addresses: string[] = [];
  for (let at = 6; at + 6 <= bytes.length; at += 6) {
    const address = `${[...bytes.subarray(at, at + 4)].join('.')}:${bytes.readUInt16BE(at + 4)}`;
    addresses.push(address === '0.0.0.0:0' ? 'end' : address);
  }
  return addresses;
}

export const query = (seed: string, filter = '', region = 0xff): Buffer =>
  Buffer.concat([Buffer.from([0x31, region]), raw(`${seed}\0${filter}\0`)]);

/** A master without a socket, whose time stands still. */
export function openQuietMaster({
  challenges = createChallenges(),
  limits = NO_LIMITS,
  verified = true,
  allowPrivate = true,
  ...table
}: {
  challenges?: Challenges;
  limits?: MasterLimits;
  allowPrivate?: boolean;
} & Partial<TableOptions> = {}): QuietMaster {
  const clock = { now: 1_800_000_000_000 };
  const changes: TableChange[] = [];
  const changed = new Set<string>();
  const notes: string[] = [];
  const master = createMaster({
    challenges,
    limits: createSourceLimits(limits),
    table: createServerTable({
      perAddress: 32,
      inAll: 20_000,
      hosts: new Map(),
      white: new Set(),
      listLan: allowPrivate,
      verified,
      onChange: (change) => changes.push(change),
      ...table,
    }),
    verification: verified ? createVerification() : null,
    // Addresses of examples are reserved; they may register unless the test is about the address policy.
    refuse: ({ address, port }) =>
      allowPrivate ? null : (checkAddress(address, port, { allowPrivate })?.kind ?? null),
    noteQuery: (_, noted) => notes.push(...noted),
    costOf: ({ address }) => 32 / (table.hosts?.get(address) ?? 32),
    changed: ({ address, port }) => changed.add(`${address}:${port}`),
  });
  const send: QuietMaster['send'] = (datagram, source) => {
    const bytes = typeof datagram === 'string' ? Buffer.from(datagram, 'hex') : datagram;
    const answer = master.receive(bytes, source, clock.now);
    return answer === null ? null : Buffer.from(answer).toString('hex');
  };
  return {
    ...master,
    clock,
    changes,
    changed,
    notes,
    send,
    register(source, infostring = INFOSTRING) {
      const challenge = challengeIn(send('71', source));
      return send(raw(`0\n\\protocol\\48\\challenge\\${challenge}${infostring}`), source);
    },
    ask(answer = () => ANSWER) {
      const asked: ServerAddress[] = [];
      for (let due = master.toAsk(clock.now); due.length > 0; due = master.toAsk(clock.now)) {
        for (const server of due) {
          asked.push(server);
          master.settle(server, answer(server), clock.now);
        }
      }
      return asked;
    },
    list(filter = '', { region = 0xff, from = { address: '198.18.0.1', port: 5000 } } = {}) {
      const found: string[] = [];
      let seed = '0.0.0.0:0';
      for (let pages = 0; pages < 2_000; pages += 1) {
        const page = addressesIn(send(query(seed, filter, region), from));
        if (page.length === 0 || page.at(-1) === 'end') {
          return [...found, ...page.slice(0, -1)];
        }
        found.push(...page);
        seed = found.at(-1) ?? seed;
      }
      throw new Error('the list has no end');
    },
  };
}
