import { type Channel, type Guild, isThread, type Member, type Overwrite } from './guild.ts';
import { ALL_PERMISSIONS, bitsOf, PERMISSION } from './permissionBits.ts';

/** What a member who is timed out still has. */
const TIMED_OUT = bitsOf(['VIEW_CHANNEL', 'READ_MESSAGE_HISTORY']);
/** What goes with the permission to send. */
const NEEDS_SENDING = bitsOf(['EMBED_LINKS', 'ATTACH_FILES', 'MENTION_EVERYONE']);

/** What a member may do in a guild before any channel is looked at; owner and administrators: everything. */
export function guildPermissions(guild: Guild, member: Member): bigint {
  if (guild.ownerId === member.user.id) {
    return ALL_PERMISSIONS;
  }
  const roleIds = [guild.id, ...member.roles];
  const bits = roleIds.reduce(
    (sum, id) => sum | BigInt(guild.roles.get(id)?.permissions ?? '0'),
    0n,
  );
  return bits & PERMISSION.ADMINISTRATOR ? ALL_PERMISSIONS : bits;
}

/**
 * What a member may do in a channel: guild permissions, then the overwrites in Discord's order, then what follows
 * from no view, no sending and a time-out (spec discord section 7, rule 1). A thread takes its parent's overwrites.
 */
export function channelPermissions(
  guild: Guild,
  channel: Channel,
  member: Member,
  nowMs: number,
): bigint {
  const base = guildPermissions(guild, member);
  if (base === ALL_PERMISSIONS) {
    return base;
  }
  const parent = isThread(channel) ? guild.channels.get(channel.parent_id ?? '') : channel;
  const bits = withImplied(
    withOverwrites(base, parent?.permission_overwrites ?? [], guild.id, member),
    isThread(channel),
  );
  const until = member.communication_disabled_until;
  return until !== null && Date.parse(until) > nowMs ? bits & TIMED_OUT : bits;
}

/** Overwrites in order: @everyone deny and allow, all roles' deny then allow, the member's deny then allow. */
function withOverwrites(
  base: bigint,
  overwrites: readonly Overwrite[],
  everyoneId: string,
  member: Member,
): bigint {
  const groups = [
    overwrites.filter((row) => row.id === everyoneId),
    overwrites.filter((row) => row.type === 0 && member.roles.includes(row.id)),
    overwrites.filter((row) => row.type === 1 && row.id === member.user.id),
  ];
  return groups.reduce((bits, rows) => {
    const deny = rows.reduce((sum, row) => sum | BigInt(row.deny), 0n);
    const allow = rows.reduce((sum, row) => sum | BigInt(row.allow), 0n);
    return (bits & ~deny) | allow;
  }, base);
}

function withImplied(bits: bigint, inThread: boolean): bigint {
  if (!(bits & PERMISSION.VIEW_CHANNEL)) {
    return 0n;
  }
  const sending = inThread ? PERMISSION.SEND_MESSAGES_IN_THREADS : PERMISSION.SEND_MESSAGES;
  return bits & sending ? bits : bits & ~NEEDS_SENDING;
}
