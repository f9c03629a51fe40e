import { z } from 'zod';
import { followSchema } from './followDocument.ts';
import { statusMessageSchema, troubleSchema } from './messageState.ts';
import { snowflake, timeZone, watchSettings } from './watchSettings.ts';

/** Languages the bot speaks; null in a guild means: take Discord's guild locale. */
export const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a person asked to watch, as parsed; `fitted` in the watch says what answered. */
const watchedTarget = z.object({
  host: z.string().min(1),
  port: z.number().int().min(1).max(65535).nullable(),
  game: z.string().nullable(),
  /** Code page for texts that are not UTF-8 (a name TextDecoder knows); null = decide by itself. */
  encoding: z.string().nullable(),
});

/** The outage that people were told of: "back up" is said for this one only. `messageId` null = not known. */
const toldOutage = z.object({
  /** First miss of that outage (ms). */
  since: z.number(),
  messageId: snowflake.nullable(),
  /** What else that message tells: nothing, of the servers of one address, or of anything. */
  among: z.enum(['alone', 'host', 'digest']).default('alone'),
});

/** Unique in its guild; part of component ids, so short: letters and digits. */
export const watchId = z.string().regex(/^[a-z0-9]{4,12}$/);

export const watchSchema = z.object({
  id: watchId,
  target: watchedTarget,
  channelId: snowflake,
  noticeChannelId: snowflake,
  /** Role that is pinged for down and up; null = nobody. */
  roleId: snowflake.nullable(),
  ...watchSettings,
  message: statusMessageSchema.nullable(),
  trouble: troubleSchema.nullable(),
  /** Why notices wait. */
  noticeTrouble: troubleSchema.nullable().default(null),
  /** Absent = nobody was told of an outage that still lasts. */
  told: toldOutage.optional(),
  createdAt: z.number(),
  /** When its status message was last put elsewhere (ms): tells messages apart that a channel had one after the other. */
  placedAt: z.number().optional(),
});
export type Watch = z.infer<typeof watchSchema>;

/** How a board looks: whole statuses, a row a server, or a row a map of an ARK cluster. */
export const BOARD_STYLES = ['rich', 'compact', 'cluster'] as const;

export const LONGEST_BOARD_TITLE = 100;

/** The message that several watches of a channel share; a channel has one at most. */
const boardSchema = z.object({
  channelId: snowflake,
  message: statusMessageSchema.nullable(),
  trouble: troubleSchema.nullable(),
  title: z.string().min(1).max(LONGEST_BOARD_TITLE).nullable().default(null),
  style: z.enum(BOARD_STYLES).default('rich'),
  /** Whether it tells how much of the last 30 days each server was up. */
  uptime: z.boolean().default(false),
  /** Ids of its watches from top to bottom; those that are not named come after them. */
  order: z.array(z.string()).default([]),
  /** When it was made (ms): tells boards apart that a channel had one after the other. */
  madeAt: z.number().default(0),
});
export type Board = z.infer<typeof boardSchema>;

/** A board that was not written yet. */
export const newBoard = (channelId: string): Board =>
  boardSchema.parse({ channelId, message: null, trouble: null });

/** Everything one guild configured. One writer: the process that has the guild's shard (DESIGN section 6). */
export const guildSchema = z.object({
  version: z.literal(2),
  guildId: snowflake,
  language: z.enum(LANGUAGES).nullable().default(null),
  /** Where its people live; null = UTC. */
  timeZone: timeZone.nullable().default(null),
  /** When the bot last said hello there (ms). */
  greetedAt: z.number().nullable().default(null),
  /** When the bot was found to be removed from it (ms); null = it is there. */
  leftAt: z.number().nullable().default(null),
  watches: z.array(watchSchema).default([]),
  boards: z.array(boardSchema).default([]),
  follows: z.array(followSchema).default([]),
});
export type GuildDocument = z.infer<typeof guildSchema>;

/** A guild nothing is known about yet. */
export const emptyGuild = (guildId: string): GuildDocument => ({
  version: 2,
  guildId,
  language: null,
  timeZone: null,
  greetedAt: null,
  leftAt: null,
  watches: [],
  boards: [],
  follows: [],
});
