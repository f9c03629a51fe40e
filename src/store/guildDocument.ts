import { z } from 'zod';

/** Languages the bot speaks; null in a guild means: take Discord's guild locale. */
const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

const snowflake = z.string().regex(/^\d{17,20}$/);

/** What a person asked to watch, as parsed; `fitted` in the watch says what answered. */
const watchedTarget = z.object({
  host: z.string().min(1),
  port: z.number().int().min(1).max(65535).nullable(),
  game: z.string().nullable(),
  /** Code page for texts that are not UTF-8 (a name TextDecoder knows); null = decide by itself. */
  encoding: z.string().nullable(),
});

/** The status message of a watch: which one is ours, what it shows, when it was last written (ms). */
const statusMessage = z.object({
  id: snowflake,
  pinned: z.boolean(),
  hash: z.string(),
  writtenAt: z.number(),
});

/** Why the status message of a watch can not be written now; shown in /watch list, healed by itself. */
const trouble = z.object({
  kind: z.enum(['channel-gone', 'guild-gone', 'permission', 'refused']),
  /** Names of the missing permissions, or Discord's code: facts, not sentences. */
  facts: z.array(z.string()),
  since: z.number(),
  /** Not tried again before this time (ms). */
  retryAt: z.number(),
  /** Failures in a row: the pause grows with it. */
  failures: z.number().int(),
});

/** The outage that people were told of: "back up" is said for this one only. `messageId` null = not known. */
const toldOutage = z.object({
  /** First miss of that outage (ms). */
  since: z.number(),
  messageId: snowflake.nullable(),
});

export const watchSchema = z.object({
  /** Unique in its guild; part of component ids, so short: letters and digits. */
  id: z.string().regex(/^[a-z0-9]{4,12}$/),
  target: watchedTarget,
  channelId: snowflake,
  noticeChannelId: snowflake,
  /** Role that is pinged for down and up; null = nobody. */
  roleId: snowflake.nullable(),
  joinLeave: z.boolean(),
  message: statusMessage.nullable(),
  trouble: trouble.nullable(),
  /** Absent = nobody was told of an outage that still lasts. */
  told: toldOutage.optional(),
  createdBy: snowflake,
  createdAt: z.number(),
});
export type Watch = z.infer<typeof watchSchema>;
export type WatchTrouble = z.infer<typeof trouble>;
export type StatusMessage = z.infer<typeof statusMessage>;

/** Everything one guild configured. One writer: the process that has the guild's shard (DESIGN section 6). */
export const guildSchema = z.object({
  version: z.literal(1),
  guildId: snowflake,
  language: z.enum(LANGUAGES).nullable(),
  watches: z.array(watchSchema),
});
export type GuildDocument = z.infer<typeof guildSchema>;

/** A guild nothing is known about yet. */
export const emptyGuild = (guildId: string): GuildDocument => ({
  version: 1,
  guildId,
  language: null,
  watches: [],
});
