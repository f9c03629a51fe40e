import { z } from 'zod';
import { statusMessageSchema, troubleSchema } from './messageState.ts';
import { snowflake } from './watchSettings.ts';

/** Which servers of which list: what a person typed into /follow, as /find takes it, but for what changes by the minute. Null and empty stand for "any". */
export const questionSchema = z.object({
  source: z.string().min(1),
  game: z.string().nullable(),
  map: z.string().nullable(),
  name: z.string().nullable(),
  region: z.string().nullable(),
  noPassword: z.boolean(),
  tags: z.array(z.string()),
  pve: z.boolean().nullable(),
  cluster: z.string().nullable(),
});
export type FollowQuestion = z.infer<typeof questionSchema>;

/** A list that a guild follows: one message whose rows come and go, and notices of those that are new or gone. */
export const followSchema = z.object({
  /** Unique in its guild, also among its watches. */
  id: z.string().regex(/^[a-z0-9]{4,12}$/),
  question: questionSchema,
  channelId: snowflake,
  noticeChannelId: snowflake,
  /** Role that is pinged for a new server; null = nobody. */
  roleId: snowflake.nullable(),
  message: statusMessageSchema.nullable(),
  trouble: troubleSchema.nullable(),
  noticeTrouble: troubleSchema.nullable().default(null),
  createdAt: z.number(),
});
export type Follow = z.infer<typeof followSchema>;

const followedServerSchema = z.object({
  address: z.string(),
  port: z.number().int(),
  /** As it was last called, raw. */
  name: z.string().nullable(),
  /** Since when it is missing on the list (ms); null = it is there. */
  missedAt: z.number().nullable(),
});
export type FollowedServer = z.infer<typeof followedServerSchema>;

/** The servers a follow knows of, so that after a restart it is known which are new. */
export const followedSchema = z.object({
  version: z.literal(1),
  /** GUILD/FOLLOW. */
  key: z.string(),
  /** Time of the reading this was written for (ms). A waiting notice that is newer was never completed. */
  readAt: z.number(),
  servers: z.array(followedServerSchema),
});
export type FollowedDocument = z.infer<typeof followedSchema>;

/** The key of a follow's document. */
export const followedKey = (guildId: string, followId: string): string => `${guildId}/${followId}`;
