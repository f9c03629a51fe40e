import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What is so at the moment it is asked for; null = not known. */
type Readings = {
  gatewayUp: boolean;
  gatewayPingMs: number | null;
  /** When the last round ended (ms since 1970), and how far apart they are (ms). */
  roundEndedAt: number | null;
  intervalMs: number;
  guilds: number;
  watches: number;
  /** Each server once, however many watches it has. */
  servers: number;
  /** Notices that are not told yet: on their way, or until somebody mends their channel. */
  notices: { waiting: number; parked: number };
};

/** Counts what happens, and shows it in the text form of Prometheus. Times are given in ms and shown in seconds. */
export type Metrics = {
  /** Where other parts of the process add their own. */
  registry: Registry;
  roundEnded(round: { ms: number; lagMs: number; failed: boolean }): void;
  /** `result`: "online", or the reason for "offline". */
  queried(query: { asker: string; protocol: string; result: string; ms: number }): void;
  /** A server that was not asked, for another process had its answer. */
  answerShared(): void;
  /** A message that stays and changes: of which kind, and what became of writing it. */
  statusWritten(kind: 'status' | 'board' | 'follow', outcome: string): void;
  noticeTried(to: 'channel' | 'person', outcome: string): void;
  noticeEdited(outcome: string): void;
  channelRenamed(outcome: string): void;
  /** An answer of Discord's API; `scope` of a 429: "user", "global" or "shared". */
  discordAnswered(answer: { method: string; status: number; scope: string | null }): void;
  storeAsked(operation: { name: string; ms: number; failed: boolean }): void;
  /** From now on gauges show what `read` gives; it is asked once for each text. */
  show(read: () => Readings): void;
  /** All of it in the text form. */
  text(): Promise<string>;
};

const NOTHING: Readings = {
  gatewayUp: false,
  gatewayPingMs: null,
  roundEndedAt: null,
  intervalMs: 0,
  guilds: 0,
  watches: 0,
  servers: 0,
  notices: { waiting: 0, parked: 0 },
};

const ROUND_SECONDS = [1, 5, 10, 20, 30, 45, 60, 90, 120, 300];
const QUERY_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30];
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/** Makes them, each with a registry of its own; `about` is shown as the labels of `crowsnest_build_info`. */
export function createMetrics(about: { version: string; node: string }): Metrics {
  const registry = new Registry();
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `crowsnest_${name}`, help, labelNames, registers: [registry] });
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    buckets: number[],
  ) =>
    new Histogram({ name: `crowsnest_${name}`, help, labelNames, buckets, registers: [registry] });

  new Gauge({
    name: 'crowsnest_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set(about, 1);
  const rounds = counter('rounds_total', 'Rounds that ended', ['result']);
  const roundTime = histogram('round_duration_seconds', 'A round', [], ROUND_SECONDS);
  const lag = new Gauge({
    name: 'crowsnest_round_lag_seconds',
    help: 'How much later than planned a server of the last round was asked, at most',
    registers: [registry],
  });
  const queries = counter('queries_total', 'Questions to game servers by what came of them', [
    'asker',
    'protocol',
    'result',
  ]);
  const queryTime = histogram(
    'query_duration_seconds',
    'A question to a game server, waiting for its turn included',
    ['asker'],
    QUERY_SECONDS,
  );
  const shared = counter('shared_answers_total', 'Answers of servers from other processes', []);
  const writes = counter('status_writes_total', 'Status messages that were to be written', [
    'kind',
    'outcome',
  ]);
  const notices = counter('notices_total', 'Tries to send a notice', ['to', 'outcome']);
  const edits = counter('notice_edits_total', 'Ends of outages written into the first message', [
    'outcome',
  ]);
  const renames = counter('channel_renames_total', 'Channels to be renamed', ['outcome']);
  const requests = counter('discord_requests_total', "Answers of Discord's API", [
    'method',
    'status',
  ]);
  const limited = counter('discord_rate_limited_total', 'Answers 429, by whose limit it was', [
    'scope',
  ]);
  const storeTime = histogram(
    'store_operation_duration_seconds',
    'A question to the database',
    ['operation', 'result'],
    STORE_SECONDS,
  );
  const showThem = createReadings(registry);
  let read = (): Readings => NOTHING;

  return {
    registry,
    roundEnded({ ms, lagMs, failed }) {
      rounds.inc({ result: failed ? 'failed' : 'ok' });
      roundTime.observe(ms / 1000);
      if (!failed) {
        lag.set(lagMs / 1000);
      }
    },
    queried({ asker, protocol, result, ms }) {
      queries.inc({ asker, protocol, result });
      queryTime.observe({ asker }, ms / 1000);
    },
    answerShared: () => shared.inc(),
    statusWritten: (kind, outcome) => writes.inc({ kind, outcome }),
    noticeTried: (to, outcome) => notices.inc({ to, outcome }),
    noticeEdited: (outcome) => edits.inc({ outcome }),
    channelRenamed: (outcome) => renames.inc({ outcome }),
    discordAnswered({ method, status, scope }) {
      requests.inc({ method, status });
      if (status === 429) {
        limited.inc({ scope: scope ?? 'unknown' });
      }
    },
    storeAsked({ name, ms, failed }) {
      storeTime.observe({ operation: name, result: failed ? 'failed' : 'ok' }, ms / 1000);
    },
    show(given) {
      read = given;
    },
    text() {
      showThem(read());
      return registry.metrics();
    },
  };
}

/** Gauges of what is so at a moment; gives what sets them. */
function createReadings(registry: Registry): (now: Readings) => void {
  const registers = [registry];
  const setters: ((now: Readings) => void)[] = [];
  const gauge = (name: string, help: string, value: (now: Readings) => number | null) => {
    const made = new Gauge({ name: `crowsnest_${name}`, help, registers });
    setters.push((now) => {
      const known = value(now);
      if (known === null) {
        made.remove();
      } else {
        made.set(known);
      }
    });
  };
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  gauge('gateway_up', 'Whether the connection to Discord is up', ({ gatewayUp }) => +gatewayUp);
  gauge('gateway_ping_seconds', "Discord's answer to the last heartbeat", ({ gatewayPingMs }) =>
    seconds(gatewayPingMs),
  );
  gauge('round_last_end_timestamp_seconds', 'When the last round ended', ({ roundEndedAt }) =>
    seconds(roundEndedAt),
  );
  gauge('round_interval_seconds', 'From one round to the next', (now) => seconds(now.intervalMs));
  gauge('guilds', 'Discord servers this process has', ({ guilds }) => guilds);
  gauge('watches', 'Watches of those', ({ watches }) => watches);
  gauge('watched_servers', 'Game servers of those watches, each once', ({ servers }) => servers);
  const waiting = new Gauge({
    name: 'crowsnest_notices_waiting',
    help: 'Notices that are not told yet',
    labelNames: ['state'],
    registers,
  });
  setters.push(({ notices }) => {
    for (const [state, count] of Object.entries(notices)) {
      waiting.set({ state }, count);
    }
  });
  return (now) => {
    for (const set of setters) {
      set(now);
    }
  };
}
