/** The permission bits that this Discord knows (spec discord section 7). Values are 64 bit, hence bigint. */
export const PERMISSION = {
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  USE_EXTERNAL_EMOJIS: 1n << 18n,
  CONNECT: 1n << 20n,
  MANAGE_ROLES: 1n << 28n,
  USE_APPLICATION_COMMANDS: 1n << 31n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  CREATE_PRIVATE_THREADS: 1n << 36n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  USE_EXTERNAL_APPS: 1n << 50n,
  PIN_MESSAGES: 1n << 51n,
  BYPASS_SLOWMODE: 1n << 52n,
} as const;

export type PermissionName = keyof typeof PERMISSION;

/** Every bit there is: what an owner and an administrator have. */
export const ALL_PERMISSIONS = (1n << 53n) - 1n;

/** The bits of several permissions, e.g. `bitsOf(['VIEW_CHANNEL'])`. */
export function bitsOf(names: readonly PermissionName[]): bigint {
  return names.reduce((bits, name) => bits | PERMISSION[name], 0n);
}

/** The names of the bits that are set; bits without a name are left out. */
export function namesOf(bits: bigint): PermissionName[] {
  const names = Object.keys(PERMISSION) as PermissionName[];
  return names.filter((name) => (bits & PERMISSION[name]) !== 0n);
}

/** What everybody may do in a server whose owner changed nothing of it that matters here. */
export const USUAL_EVERYONE: readonly PermissionName[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'SEND_MESSAGES_IN_THREADS',
  'READ_MESSAGE_HISTORY',
  'USE_APPLICATION_COMMANDS',
  'USE_EXTERNAL_APPS',
  'ADD_REACTIONS',
  'CONNECT',
];

/** What a careful owner grants the bot at the invite (spec discord section 7, rule 2). */
export const LEAST_INVITE: readonly PermissionName[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'SEND_MESSAGES_IN_THREADS',
  'EMBED_LINKS',
  'ATTACH_FILES',
  'READ_MESSAGE_HISTORY',
  'PIN_MESSAGES',
];
