/**
 * Discord's numbers, all of them and only here (spec discord sections 1 to 7). Lengths are UTF-16 units: whatever Discord
 * counts, it is never more than that.
 */
export const LIMITS = {
  content: 2000,
  embedsPerMessage: 10,
  embedTotal: 6000,
  title: 256,
  description: 4096,
  author: 256,
  footer: 2048,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  nonce: 25,
  customId: 100,
  buttonLabel: 80,
  menuHint: 150,
  formTitle: 45,
  formLabel: 45,
  formHint: 100,
  choices: 25,
  choiceName: 100,
  choiceValue: 100,
  commandDescription: 100,
  pinsPerChannel: 250,
  channelName: 100,
  /** One attached file, where nobody boosts. */
  fileBytes: 10 * 1024 * 1024,
  messagesPerPage: 100,
} as const;

/** Clocks of Discord, in milliseconds. */
export const CLOCKS = {
  /** An interaction must be answered within this time (I1); older ones are not touched (I17). */
  interaction: 3000,
  /** The token of an interaction is good for so long (I2). */
  token: 900_000,
  /** No edit this soon after sending: the old message can come back (section 3, rule 6). */
  settle: 2000,
  /** Waiting longer than this for a rate limit is not worth blocking the channel's queue (J7). */
  patience: 2000,
  /** One REST request (J11). */
  request: 10_000,
} as const;

/** Messages older than this are edited under a harder limit of their channel (section 5, rule 3), in milliseconds. */
export const OLD_MESSAGE_MS = 3_600_000;

/**
 * How often we do what Discord limits without saying so in its headers, in milliseconds (sections 5 and 6). Each stays below
 * what people measured.
 */
export const PACES = {
  /** Between two edits of old messages in one channel: 3 in 6 s were measured, 3 in 20 s too. */
  oldEdit: { perMs: 10_000 },
  /** Between two edits in one announcement channel: about 3 an hour. */
  announcementEdit: { perMs: 1_200_000 },
  /** Edits of the whole process: the rest of REQUESTS_PER_SECOND is for notices. */
  edit: { limit: 15, perMs: 1000 },
  /** Tries to pin a message that could not be pinned. */
  pinRetry: { limit: 1, perMs: 3_600_000 },
  /** Renames of one channel: 2 in 10 minutes; the headers show another limit. The rest is for a first one that is slow. */
  rename: { limit: 2, perMs: 610_000 },
} as const;

/** REST requests a second that one process allows itself, interactions' callbacks not counted (section 6). */
export const REQUESTS_PER_SECOND = 25;
/** What Discord allows all processes of a bot together. */
const REQUESTS_OF_ALL = 50;

/** Whether requests go to Discord itself, and not through a proxy that counts those of all processes. */
export const isDiscord = (apiUrl: string): boolean => new URL(apiUrl).hostname === 'discord.com';

/**
 * What a process that has this part of the bot (0 to 1) allows itself of both in a second: all together stay below the limit. Where
 * a proxy sees to that, each may have all there is for what is worth hurrying; edits, of which there is no end, stay a part.
 */
export function paceOf(
  share: number,
  { byProxy }: { byProxy: boolean } = { byProxy: false },
): { requests: number; edits: number } {
  const part = Math.max(1, Math.min(REQUESTS_PER_SECOND, Math.floor(REQUESTS_OF_ALL * share)));
  const edits = Math.max(1, Math.floor((PACES.edit.limit * part) / REQUESTS_PER_SECOND));
  return { requests: byProxy ? REQUESTS_OF_ALL : part, edits };
}

/** Repeats of a 5xx by the REST client itself; longer waits are ours (J11). */
export const REQUEST_REPEATS = 1;

/**
 * Requests that Discord refuses (401, 403, 429): it bans an address for an hour after 10,000 in 10 minutes. A line in the log
 * after each `warn`; after `most` nothing more is asked until the ten minutes are over.
 */
export const REFUSED_REQUESTS = { warn: 500, most: 3000 } as const;

/** Closes of the gateway after which no reconnect can work (section 10). */
export const FATAL_CLOSES: readonly number[] = [4004, 4010, 4011, 4012, 4013, 4014];

/** Milliseconds between 1970 and Discord's own epoch, from which ids count their time. */
export const DISCORD_EPOCH = 1_420_070_400_000;
