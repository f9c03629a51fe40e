import { z } from 'zod';
import { questionSchema } from './followDocument.ts';
import { BOARD_STYLES, LANGUAGES, LONGEST_BOARD_TITLE, watchId } from './guildDocument.ts';
import {
  LONGEST_COOLDOWN_MS,
  LONGEST_PATTERN,
  LONGEST_TEMPLATE,
  MOST_ALERTS,
  MOST_WINDOWS,
  plainSettings,
  snowflake,
  timeZone,
} from './watchSettings.ts';

const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 300;
/** More than any guild may watch: whoever runs the bot sets that limit. */
const MOST_WATCHES = 1000;
export const CONFIG_VERSION = 1;

const named = { id: snowflake.optional(), name: z.string().max(LONGEST_NAME).optional() };
const channel = z
  .strictObject(named)
  .describe('By its id; in another Discord server by its name. One of the two is enough.');
const role = z
  .strictObject(named)
  .nullable()
  .default(null)
  .describe('Who is pinged: by id, in another Discord server by name. null = nobody.');
const cooldownMs = z.int().min(0).max(LONGEST_COOLDOWN_MS).describe('Not told again so soon (ms).');

const watch = z.strictObject({
  id: watchId
    .optional()
    .describe(
      'Which watch of the set-up this is. Absent = the one of that server in that channel, or a new one.',
    ),
  server: z
    .string()
    .min(1)
    .max(LONGEST_ADDRESS)
    .describe('HOST:PORT, as /watch add takes it; without a port the usual one of the game.'),
  game: z.string().nullable().default(null).describe('Id of the game; null = the server tells.'),
  encoding: z
    .string()
    .nullable()
    .default(null)
    .describe('Code page of texts that are not UTF-8; null = found out.'),
  channel: channel.describe('Where the status message stands.'),
  notices: channel.optional().describe('Where news are told. Absent = where the status is.'),
  role,
  ...plainSettings,
  maintenance: plainSettings.maintenance
    .unwrap()
    .max(MOST_WINDOWS)
    .default([])
    .describe(plainSettings.maintenance.description ?? ''),
  paused: z.boolean().default(false).describe('Whether it is neither asked nor told about.'),
  thresholds: z
    .array(
      z.strictObject({
        atLeast: z.int().min(1).describe('Told when so many people are on.'),
        below: z.int().min(0).describe('Told again only after fewer than this were on.'),
        role,
        cooldownMs,
      }),
    )
    .max(MOST_ALERTS)
    .default([])
    .describe('Alerts: so many people are on.'),
  namedPlayers: z
    .array(
      z.strictObject({
        pattern: z
          .string()
          .min(1)
          .max(LONGEST_PATTERN)
          .describe('The exact name, or a pattern with * for any characters.'),
        role,
        cooldownMs,
      }),
    )
    .max(MOST_ALERTS)
    .default([])
    .describe('Alerts: a certain player joins.'),
  channelName: z
    .strictObject({
      channel,
      template: z
        .string()
        .min(1)
        .max(LONGEST_TEMPLATE)
        .describe('With at least one of {state} {online} {max} {map} {name}.'),
    })
    .nullable()
    .default(null)
    .describe('A channel whose name tells the status.'),
});

const board = z.strictObject({
  channel: channel.describe('The channel whose servers share this message.'),
  title: z
    .string()
    .min(1)
    .max(LONGEST_BOARD_TITLE)
    .nullable()
    .default(null)
    .describe('Its title; null = the usual one.'),
  style: z.enum(BOARD_STYLES).default('rich').describe('How it looks.'),
  uptime: z
    .boolean()
    .default(false)
    .describe('Whether it tells how much of the last 30 days each server was up.'),
  order: z
    .array(watchId)
    .max(MOST_WATCHES)
    .default([])
    .describe('Ids of its watches from top to bottom.'),
});

const follow = z.strictObject({
  id: watchId
    .optional()
    .describe('Which followed list of the set-up this is. Absent = the same list, or a new one.'),
  question: z
    .strictObject(questionSchema.shape)
    .describe('Which servers of which list, as /find takes it; null and [] = any.'),
  channel: channel.describe('Where the message with the servers stands.'),
  notices: channel.optional().describe('Where it is told which server is new or gone.'),
  role,
});

/** The set-up of a guild as a file that people keep, read and change. */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('Where this schema is, for editors.'),
  crowsnest: z.literal(CONFIG_VERSION).describe('Version of this format.'),
  guild: z
    .strictObject({ id: snowflake, name: z.string() })
    .optional()
    .describe('The Discord server that it was made of.'),
  exportedAt: z.iso.datetime().optional().describe('When it was made.'),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .default(null)
    .describe('Language of what everybody sees; null = as the Discord server is set.'),
  timeZone: timeZone
    .nullable()
    .default(null)
    .describe('Where its people live, such as Europe/Berlin; null = UTC.'),
  watches: z.array(watch).max(MOST_WATCHES).describe('All that is watched.'),
  boards: z.array(board).max(MOST_WATCHES).default([]).describe('Messages that servers share.'),
  follows: z.array(follow).max(MOST_WATCHES).default([]).describe('Lists that are followed.'),
});
export type ConfigFile = z.output<typeof configSchema>;
export type ConfigFollow = ConfigFile['follows'][number];
export type ConfigWatch = ConfigFile['watches'][number];
/** A channel or a role as a file names it. */
export type ConfigRef = z.output<typeof channel>;

/** The format as a JSON Schema, of what may be written; kept as docs/config.schema.json. */
export const configJsonSchema = () => ({
  title: 'Crowsnest: the set-up of a Discord server',
  ...z.toJSONSchema(configSchema, { io: 'input' }),
});
