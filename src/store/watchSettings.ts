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

/** A player whose coming is told: the exact name, or a pattern with * for any characters, in any case of letters. */
const namedPlayer = z.object({
  pattern: z.string().min(1).max(LONGEST_PATTERN),
  roleId: snowflake.nullable(),
  /** Not told again so soon (ms). */
  cooldownMs: z.number().int().min(0),
});
export type NamedPlayer = z.infer<typeof namedPlayer>;

/** No game has room for more. */
export const MOST_PLAYERS = 10_000;

/** "6+ players: ping @event": told when `atLeast` is reached, and armed again when fewer than `below` are there. */
const threshold = z.object({
  atLeast: z.number().int().min(1),
  below: z.number().int().min(0),
  roleId: snowflake.nullable(),
  cooldownMs: z.number().int().min(0),
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

/** What the people of a watch chose; each has a default, so a watch that was stored without it stays as it was. */
export const watchSettings = {
  /** What people call the server, in place of its own name. */
  label: z.string().min(1).max(LONGEST_LABEL).nullable().default(null),
  /** People are not told of an outage before it lasted so long (ms). */
  graceMs: z.number().int().min(0).max(86_400_000).default(0),
  joins: z.enum(JOINS).default('off'),
  countStep: z.number().int().min(1).default(USUAL_COUNT_STEP),
  namedPlayers: z.array(namedPlayer).default([]),
  thresholds: z.array(threshold).default([]),
  /** Whether a restart of the server is told. */
  restarts: z.boolean().default(false),
  mutedUntil: z.number().nullable().default(null),
  /** Neither asked nor told about since then (ms), and who wanted that. */
  paused: z.object({ since: z.number(), by: snowflake }).nullable().default(null),
  maintenance: z.array(maintenance).default([]),
  quietHours: quietHours.nullable().default(null),
  /** Whether the status shares one message with the others of its channel that ask for it. */
  board: z.boolean().default(false),
  /** Whether the status carries the bell, by which people ask to be told something in a direct message. */
  bell: z.boolean().default(true),
  /** A channel whose name tells the status; `template` has {state} {online} {max} {map} {name}. */
  channelName: z
    .object({ channelId: snowflake, template: z.string().min(1).max(100) })
    .nullable()
    .default(null),
} as const;

const settingsSchema = z.object(watchSettings);
export type WatchSettings = z.infer<typeof settingsSchema>;

/** The settings of a watch for which nothing was chosen. */
export const usualSettings = (): WatchSettings => settingsSchema.parse({});
