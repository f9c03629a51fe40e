import { z } from 'zod';
import { isTimeZone } from '#clock/timeZone.ts';

export const snowflake = z.string().regex(/^\d{17,20}$/);

/** Time of day on a wall clock, "HH:MM". */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** IANA name of a time zone, such as "Europe/Berlin". */
export const timeZone = z.string().refine(isTimeZone, 'no time zone of that name');

/** Which comings and goings are told; "first" = only the first person on a server that was empty. */
export const JOINS = ['off', 'joins', 'leaves', 'both', 'first'] as const;
export type Joins = (typeof JOINS)[number];

export const LONGEST_PATTERN = 64;
export const LONGEST_TEMPLATE = 100;
/** Of one server, both kinds together. */
export const MOST_ALERTS = 25;
/** Windows of planned work; those that are over make room. */
export const MOST_WINDOWS = 20;
/** A window is told by its line, which has to fit into a choice. */
export const LONGEST_CRON = 40;
export const LONGEST_COOLDOWN_MS = 30 * 86_400_000;

const cooldownMs = z.number().int().min(0);

/** A player whose coming is told: the exact name, or a pattern with * for any characters, in any case of letters. */
const namedPlayer = z.object({
  pattern: z.string().min(1).max(LONGEST_PATTERN),
  roleId: snowflake.nullable(),
  /** Not told again so soon (ms). */
  cooldownMs,
});
export type NamedPlayer = z.infer<typeof namedPlayer>;

/** No game has room for more. */
export const MOST_PLAYERS = 10_000;

/** "6+ players: ping @event": told when `atLeast` is reached, and armed again when fewer than `below` are there. */
const threshold = z.object({
  atLeast: z.number().int().min(1),
  below: z.number().int().min(0),
  roleId: snowflake.nullable(),
  cooldownMs,
});
export type Threshold = z.infer<typeof threshold>;

/** Planned work on a server: once (ms since 1970), or for so many minutes at the times of a cron line of that zone. */
const maintenance = z.union([
  z.object({ once: z.object({ from: z.number(), to: z.number() }) }),
  z.object({ cron: z.string().min(1), timeZone, minutes: z.number().int().min(1).max(1440) }),
]);
export type Maintenance = z.infer<typeof maintenance>;

/** Hours in which nobody is pinged: messages come without the ping ("drop") or when the hours are over ("wait"). */
const quietHours = z.object({
  from: clockTime,
  to: clockTime,
  timeZone,
  pings: z.enum(['drop', 'wait']),
});
export type QuietHours = z.infer<typeof quietHours>;

/** How many people come or go before it is told on a server that hides their names. */
const USUAL_COUNT_STEP = 5;

export const LONGEST_LABEL = 80;

/** Settings that mean the same in every guild: no channel and no role is in them. */
export const plainSettings = {
  label: z
    .string()
    .min(1)
    .max(LONGEST_LABEL)
    .nullable()
    .default(null)
    .describe('What people call the server, in place of its own name.'),
  graceMs: z
    .number()
    .int()
    .min(0)
    .max(86_400_000)
    .default(0)
    .describe('People are not told of an outage before it lasted so long (ms).'),
  joins: z
    .enum(JOINS)
    .default('off')
    .describe('Which comings and goings are told; "first": who joins an empty server.'),
  countStep: z
    .number()
    .int()
    .min(1)
    .default(USUAL_COUNT_STEP)
    .describe('Where names are hidden: how many more or fewer people are told.'),
  restarts: z.boolean().default(false).describe('Whether a restart of the server is told.'),
  mutedUntil: z
    .number()
    .nullable()
    .default(null)
    .describe('Nothing is told before this time (ms since 1970).'),
  maintenance: z
    .array(maintenance)
    .default([])
    .describe('Planned work: once (ms since 1970), or by a cron line of a time zone.'),
  quietHours: quietHours
    .nullable()
    .default(null)
    .describe('Hours in which nobody is pinged: "drop" the ping, or "wait" until they are over.'),
  board: z
    .boolean()
    .default(false)
    .describe('Whether the status is in the message that servers of its channel share.'),
  bell: z
    .boolean()
    .default(true)
    .describe('Whether the status carries the bell, by which people ask for direct messages.'),
  graph: z
    .boolean()
    .default(false)
    .describe('Whether a status message of its own has a graph of the last 24 hours.'),
} as const;

/** What the people of a watch chose; each has a default, so a watch that was stored without it stays as it was. */
export const watchSettings = {
  ...plainSettings,
  namedPlayers: z.array(namedPlayer).default([]),
  thresholds: z.array(threshold).default([]),
  /** Neither asked nor told about since then (ms), and who wanted that. */
  paused: z.object({ since: z.number(), by: snowflake }).nullable().default(null),
  /** A channel whose name tells the status; `template` has {state} {online} {max} {map} {name}. */
  channelName: z
    .object({ channelId: snowflake, template: z.string().min(1).max(LONGEST_TEMPLATE) })
    .nullable()
    .default(null),
} as const;

const settingsSchema = z.object(watchSettings);
export type WatchSettings = z.infer<typeof settingsSchema>;

/** The settings of a watch for which nothing was chosen. */
export const usualSettings = (): WatchSettings => settingsSchema.parse({});
