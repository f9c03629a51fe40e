import type { BenchAnswer, Peer, Task } from '../benchServer.ts';

/** What a client is to ask. */
export type Setting = {
  /** How many servers; the length of its list for a master. */
  servers: number;
  /** Where server number `index` is; a master is number 0. */
  peerOf(index: number): Peer;
  /** How long a silent server is waited for, in ms. */
  timeoutMs: number;
  /** Whether answers come at once: no latency, nobody dead. */
  isNear: boolean;
  /** How many at once, in place of the number that suits the client. */
  atOnce: number | null;
};

/** Told by a client what it got, as it comes. */
export type Heard = {
  server(index: number, answer: BenchAnswer): void;
  listed(address: string, port: number): void;
};

/** One client of the benchmark, open. Rounds do not overlap. */
export type BenchClient = {
  /** Asks all of them once; resolves when the last one has answered or was given up. */
  play(heard: Heard): Promise<void>;
  close(): Promise<void> | void;
};

/** What a file of clients/ gives: how to open the client for each task it can do. */
export type ClientFile = Partial<Record<Task, (setting: Setting) => BenchClient>>;

type Player = { score?: unknown; ping?: unknown };

/** The answer, from what every library gives in one form or another. Values of rules that are no numbers do not count. */
export function answerOf(
  { name, map }: { name: string; map: string },
  players: readonly Player[],
  ruleValues: readonly unknown[],
): BenchAnswer {
  let scores = 0;
  let pings = 0;
  for (const { score, ping } of players) {
    scores += Number(score ?? 0);
    pings += Number(ping ?? 0);
  }
  let values = 0;
  for (const value of ruleValues) {
    values += typeof value === 'boolean' ? 0 : Number(value) || 0;
  }
  return {
    name,
    map,
    players: players.length,
    scores,
    pings,
    rules: ruleValues.length,
    ruleValues: values,
  };
}

/** How many servers at once suit a client: where answers come at once, and where they take their time or never come. */
export type AtOnce = { near: number; far: number };

/** The client that has a function for one server: `ask` gives its answer, or rejects or gives null for none. */
export function askEach(
  { servers, peerOf, isNear, atOnce }: Setting,
  suits: AtOnce,
  ask: (peer: Peer) => Promise<BenchAnswer | null>,
  close: BenchClient['close'] = () => {},
): BenchClient {
  return {
    async play(heard) {
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < servers) {
          const index = next;
          next += 1;
          const answer = await ask(peerOf(index)).catch(() => null);
          if (answer !== null) {
            heard.server(index, answer);
          }
        }
      };
      await Promise.all(
        Array.from(
          { length: Math.min(atOnce ?? (isNear ? suits.near : suits.far), servers) },
          work,
        ),
      );
    },
    close,
  };
}
