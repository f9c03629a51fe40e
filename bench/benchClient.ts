import { parseArgs } from 'node:util';
import { type BenchAnswer, expectedAnswer, sum } from './benchServer.ts';

/**
 * One client of the benchmark, in a process of its own so that its memory and processor time are its own:
 * node benchClient.ts --client crowsnest|gamedig --servers N --first-port P --at-once W. Plays one round over all servers
 * for each message from its parent, and answers with RoundResult.
 */
const { values } = parseArgs({
  options: {
    client: { type: 'string', default: 'crowsnest' },
    servers: { type: 'string', default: '0' },
    'first-port': { type: 'string', default: '0' },
    'at-once': { type: 'string', default: '64' },
  },
});
const servers = Number(values.servers);
const firstPort = Number(values['first-port']);
const atOnce = Number(values['at-once']);

export type RoundResult = {
  /** Until the last server was done with, dead ones included. */
  ms: number;
  /** Until the last answer. */
  lastAnswerMs: number;
  cpuMs: number;
  answered: number;
  /** Of these: every compared value is the one the server sent. */
  correct: number;
  /** Peak of the resident memory since the process began. */
  peakMb: number;
};

/** Made before the rounds: that is no part of asking servers. */
const expected = Array.from({ length: servers }, (_, index) => expectedAnswer(index));
const FIELDS = ['name', 'map', 'players', 'scores', 'rules', 'ruleValues'] as const;

type Client = { ask(index: number): Promise<BenchAnswer | null>; close(): Promise<void> };

// Each loads only what is its own, because its memory is compared.
async function crowsnest(): Promise<Client> {
  const { openQueryCore } = await import('#snapshot/queryCore.ts');
  const core = openQueryCore({ allowPrivateAddresses: true, freshForMs: 0 });
  return {
    async ask(index) {
      const snapshot = await core.takeSnapshot(
        { host: '127.0.0.1', port: firstPort + index, game: 'source' },
        ['info', 'players', 'rules'],
      );
      return snapshot.state === 'offline'
        ? null
        : {
            name: snapshot.name ?? '',
            map: snapshot.map ?? '',
            players: snapshot.roster.players.length,
            scores: sum(snapshot.roster.players.map(({ score }) => score ?? 0)),
            rules: Object.keys(snapshot.rules.values).length,
            ruleValues: sum(Object.values(snapshot.rules.values).map(Number)),
          };
    },
    close: () => core.close(),
  };
}

/** gamedig used well: one object, one port, both lists asked for. */
async function gamedig(): Promise<Client> {
  const { GameDig } = await import('gamedig');
  const client = new GameDig();
  return {
    async ask(index) {
      try {
        const state = await client.query({
          type: 'protocol-valve',
          host: '127.0.0.1',
          port: firstPort + index,
          givenPortOnly: true,
          requestPlayers: true,
          requestRules: true,
        });
        return answerOfGamedig(state);
      } catch {
        return null;
      }
    },
    close: async () => {},
  };
}

function answerOfGamedig(state: Record<string, unknown>): BenchAnswer {
  const { name, map, raw } = state as {
    name: string;
    map: string;
    raw: { players: { score: number }[]; rules: Record<string, string> };
  };
  return {
    name,
    map,
    players: raw.players.length,
    scores: sum(raw.players.map(({ score }) => score)),
    rules: Object.keys(raw.rules).length,
    ruleValues: sum(Object.values(raw.rules).map(Number)),
  };
}

async function playRound(client: Client): Promise<RoundResult> {
  const started = performance.now();
  const before = process.cpuUsage();
  let next = 0;
  let answered = 0;
  let correct = 0;
  let lastAnswerMs = 0;
  async function work(): Promise<void> {
    while (next < servers) {
      const index = next;
      next += 1;
      const answer = await client.ask(index);
      if (answer) {
        answered += 1;
        lastAnswerMs = performance.now() - started;
      }
      correct += answer && isExpected(answer, index) ? 1 : 0;
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, servers) }, work));
  const { user, system } = process.cpuUsage(before);
  return {
    ms: performance.now() - started,
    lastAnswerMs,
    cpuMs: (user + system) / 1_000,
    answered,
    correct,
    peakMb: process.resourceUsage().maxRSS / 1_024,
  };
}

function isExpected(answer: BenchAnswer, index: number): boolean {
  const wanted = expected[index];
  return wanted !== undefined && FIELDS.every((field) => answer[field] === wanted[field]);
}

const client = await (values.client === 'gamedig' ? gamedig() : crowsnest());
process.on('message', async (message) => {
  if (message === 'round') {
    process.send?.(await playRound(client));
  } else {
    await client.close();
    process.disconnect();
  }
});
process.send?.('ready');
