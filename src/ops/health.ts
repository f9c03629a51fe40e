/** What is known of the parts when somebody asks how the bot is. */
export type Vitals = {
  stage: 'starting' | 'running' | 'stopping';
  /** Of several shards that log in one after the other at the start, the first is enough. */
  gatewayUp: boolean;
  /** All shards have logged in, and none is away. */
  shardsUp: boolean;
  /** When the last round ended, or since when there should have been one (ms), and how far apart they are (ms). */
  roundEndedAt: number;
  intervalMs: number;
  /** When the schedule has the third round after that (ms): it may have pauses; null = not known. */
  thirdDueAt: number | null;
  roundBegun: boolean;
  commandsRegistered: boolean;
  /** Null when the store answered; else why it did not, for a person. */
  storeFault: string | null;
};

/** What is answered: `ok` decides the HTTP status, the whole is shown as it is; `why` has a sentence for each thing wrong. */
export type Report = { ok: boolean; why: string[] } & Record<string, unknown>;

/** So many rounds may be missing before the bot calls itself unwell. */
const ROUNDS_MISSED = 3;

const report = (facts: object, faults: readonly (string | null)[]): Report => {
  const why = faults.filter((fault) => fault !== null);
  return { ok: why.length === 0, ...facts, why };
};

const GATEWAY_DOWN =
  'The connection to Discord is down; it is tried again by itself. See the log for "connection to Discord lost".';

const LOGGING_IN = 'Not all shards have logged in yet: Discord takes one every five seconds.';

/** Whether the bot does its work: the gateway is up, rounds come, the store answers. `now` in ms. */
export function healthOf(vitals: Vitals, now: number): Report {
  if (vitals.stage !== 'running') {
    return report({ stage: vitals.stage }, [`The bot is ${vitals.stage}.`]);
  }
  const { gatewayUp, roundEndedAt, intervalMs, thirdDueAt, storeFault } = vitals;
  const isLate = now >= Math.max(roundEndedAt + ROUNDS_MISSED * intervalMs, thirdDueAt ?? 0);
  const secondsSinceRound = Math.round((now - roundEndedAt) / 1000);
  const late = `No round ended for ${secondsSinceRound} s, and one is due every ${intervalMs / 1000} s. See the log for "round failed".`;
  return report(
    {
      gateway: gatewayUp ? 'up' : 'down',
      rounds: isLate ? 'late' : 'on time',
      store: storeFault === null ? 'up' : 'down',
      secondsSinceRound,
    },
    [
      gatewayUp ? null : GATEWAY_DOWN,
      isLate ? late : null,
      storeFault === null ? null : `The store does not answer: ${storeFault}`,
    ],
  );
}

/** Whether the start is over: all shards are there, the commands are registered, the first round has begun. */
export function readinessOf(vitals: Vitals): Report {
  if (vitals.stage !== 'running') {
    return report({ stage: vitals.stage }, [`The bot is ${vitals.stage}.`]);
  }
  const { gatewayUp, shardsUp, commandsRegistered, roundBegun } = vitals;
  return report(
    {
      gateway: shardsUp ? 'up' : gatewayUp ? 'logging in' : 'down',
      commands: commandsRegistered ? 'registered' : 'waiting',
      rounds: roundBegun ? 'begun' : 'waiting',
    },
    [
      shardsUp ? null : gatewayUp ? LOGGING_IN : GATEWAY_DOWN,
      commandsRegistered ? null : 'Discord has not taken the slash commands yet.',
      roundBegun ? null : 'The first round has not begun yet.',
    ],
  );
}
