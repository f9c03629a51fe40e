import { z } from 'zod';
import {
  historyDays,
  joinPage,
  listen,
  onOff,
  shardCount,
  shards,
  shardsOf,
  webRoot,
  whole,
} from './configKinds.ts';

/** A wrong environment. `lines` has one line a wrong variable: its name, what was given, what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const CRON_FIELD = String.raw`[\d*/,\-A-Za-z]+`;
const cron = new RegExp(`^${CRON_FIELD}( ${CRON_FIELD}){4,5}$`);

/** One row a variable; .env.example explains each for people. */
const variables = {
  DISCORD_TOKEN: {
    allowed: "the bot's token from the Discord developer portal (three parts with dots between)",
    schema: z
      .string()
      .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      .nullable()
      .default(null),
    secret: true,
  },
  DISCORD_API_URL: {
    allowed: 'an http(s) address such as https://discord.com/api',
    schema: z.url({ protocol: /^https?$/ }).default('https://discord.com/api'),
  },
  STORE_URL: {
    allowed:
      'sqlite:// and the path of a file, such as sqlite://data/crowsnest.sqlite, or redis://HOST, or postgres://HOST/DATABASE',
    schema: z
      .string()
      .regex(/^(sqlite|rediss?|postgres(ql)?):\/\/.+/)
      .default('sqlite://data/crowsnest.sqlite'),
  },
  SHARDS: shards,
  SHARD_COUNT: shardCount,
  POLL_CRON: {
    allowed: 'a cron line of five or six fields, such as "* * * * *" for once a minute',
    schema: z.string().regex(cron).default('* * * * *'),
  },
  ALLOW_PRIVATE_ADDRESSES: onOff,
  WATCHES_PER_GUILD: whole(1, 1000, 25),
  LOOKUPS_PER_MINUTE: whole(1, 600, 10),
  QUERY_TIMEOUT_MS: whole(500, 30_000, 3000),
  HISTORY_DAYS: historyDays,
  HTTP_LISTEN: listen('127.0.0.1:8787', '127.0.0.1:8787'),
  PAGE_PORT: whole(0, 65535, 8080),
  MASTER_LISTEN: listen('off', '0.0.0.0:27010'),
  STEAM_API_KEY: {
    allowed: 'a key from https://steamcommunity.com/dev/apikey',
    schema: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .nullable()
      .default(null),
    secret: true,
  },
  STEAM_LISTS_URL: webRoot,
  ARK_LISTS_URL: webRoot,
  ASA_LISTS_URL: webRoot,
  OPENMP_LISTS_URL: webRoot,
  JOIN_URL: joinPage,
  LOG_LEVEL: { allowed: `one of ${LEVELS.join(', ')}`, schema: z.enum(LEVELS).default('info') },
  NODE_ENV: {
    allowed: 'production, development or test',
    schema: z.enum(['production', 'development', 'test']).default('development'),
  },
} satisfies Record<string, { allowed: string; schema: z.ZodType; secret?: boolean }>;

/** The names of all variables that are read. */
export const VARIABLES: readonly string[] = Object.keys(variables);

type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]['schema']> };

/** The checked, frozen configuration (DESIGN section 8). */
export type Config = Readonly<{
  token: string | null;
  apiUrl: string;
  storeUrl: string;
  /** This process's shards and how many there are in all processes; null = it has all, as many as Discord recommends. */
  shards: Readonly<{ ids: readonly number[]; count: number }> | null;
  pollCron: string;
  allowPrivateAddresses: boolean;
  watchesPerGuild: number;
  lookupsPerMinute: number;
  queryTimeoutMs: number;
  historyDays: Readonly<{ minutes: number; fives: number; hours: number }>;
  httpListen: { host: string; port: number } | null;
  pagePort: number;
  masterListen: { host: string; port: number } | null;
  steamKey: string | null;
  /** Mirrors of the lists on the web; null where the usual place is asked. */
  listUrls: Readonly<Record<'steam' | 'ark' | 'asa' | 'openmp', string | null>>;
  /** Page that takes players into a game, with {address} and perhaps {scheme} in it; null = there is none. */
  joinUrl: string | null;
  logLevel: (typeof LEVELS)[number];
  production: boolean;
}>;

/** What was given, without the user, the password and the parameters of an address. */
const shown = (given: string | undefined): string =>
  JSON.stringify(given?.replace(/\/\/.*@/s, '//...@').replace(/(?<=:\/\/.*)\?.*/s, '?...'));

/** What does not fit together in SHARDS and SHARD_COUNT, each by itself being right; a line for each thing. */
function wrongShards(
  { SHARDS: ids, SHARD_COUNT: count }: Partial<Variables>,
  { SHARDS: given }: Record<string, string | undefined>,
): string[] {
  if (ids === undefined || count === undefined || (ids === null && count === null)) {
    return [];
  }
  if (ids === null) {
    return [
      `SHARD_COUNT is "${count}", but SHARDS is auto: name the shards of this process too, such as SHARDS=0-3, or leave both out`,
    ];
  }
  if (count === null) {
    return [
      `SHARD_COUNT is missing: with SHARDS=${given?.trim()} it must be the number of shards of all processes together, such as 16`,
    ];
  }
  const highest = Math.max(...ids);
  return highest < count
    ? []
    : [
        `SHARDS is ${shown(given?.trim())}: there is no shard ${highest}, with SHARD_COUNT=${count} it must be within 0 to ${count - 1}`,
      ];
}

const toConfig = (read: Variables): Config =>
  Object.freeze({
    token: read.DISCORD_TOKEN,
    apiUrl: read.DISCORD_API_URL.replace(/\/+$/, ''),
    storeUrl: read.STORE_URL,
    shards: read.SHARDS === null ? null : shardsOf(read.SHARDS, read.SHARD_COUNT ?? 0),
    pollCron: read.POLL_CRON,
    allowPrivateAddresses: read.ALLOW_PRIVATE_ADDRESSES,
    watchesPerGuild: read.WATCHES_PER_GUILD,
    lookupsPerMinute: read.LOOKUPS_PER_MINUTE,
    queryTimeoutMs: read.QUERY_TIMEOUT_MS,
    historyDays: Object.freeze(read.HISTORY_DAYS),
    httpListen: read.HTTP_LISTEN,
    pagePort: read.PAGE_PORT,
    masterListen: read.MASTER_LISTEN,
    steamKey: read.STEAM_API_KEY,
    listUrls: Object.freeze({
      steam: read.STEAM_LISTS_URL,
      ark: read.ARK_LISTS_URL,
      asa: read.ASA_LISTS_URL,
      openmp: read.OPENMP_LISTS_URL,
    }),
    joinUrl: read.JOIN_URL,
    logLevel: read.LOG_LEVEL,
    production: read.NODE_ENV === 'production',
  });

/**
 * Reads the configuration from the environment; nobody else reads it. An empty variable counts as not set.
 * `isCron` says whether the scheduler takes the line (main.ts passes its own check).
 * Throws ConfigError with one line for each wrong variable; a secret's value is never in it.
 */
export function readConfig({
  environment = process.env,
  isCron = (line) => cron.test(line),
}: {
  environment?: Record<string, string | undefined>;
  isCron?: (line: string) => boolean;
} = {}): Config {
  const wrong: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const given = environment[name]?.trim() || undefined;
    const result = variable.schema.safeParse(given);
    if (result.success && (name !== 'POLL_CRON' || isCron(String(result.data)))) {
      read[name] = result.data;
    } else {
      const what = 'secret' in variable ? 'a value that is not shown here' : shown(given);
      wrong.push(`${name} is ${what}: it must be ${variable.allowed}`);
    }
  }
  wrong.push(...wrongShards(read as Partial<Variables>, environment));
  if (environment.NODE_ENV === 'production' && read.DISCORD_TOKEN === null) {
    wrong.push(
      `DISCORD_TOKEN is missing: in production it must be ${variables.DISCORD_TOKEN.allowed}`,
    );
  }
  if (wrong.length > 0) {
    throw new ConfigError(wrong);
  }
  return toConfig(read as Variables);
}
