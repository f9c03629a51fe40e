import { addBot, asThread, newChannel, newMember, newRole, newTag, newUser } from './founding.ts';
import {
  CHANNEL_TYPE,
  type Channel,
  type Guild,
  type Overwrite,
  type Role,
  type User,
} from './guild.ts';
import { bitsOf, type PermissionName } from './permissionBits.ts';

/** Permissions for one role or one person in one channel; both are named by their name. */
type OverwriteSetUp = {
  role?: string;
  member?: string;
  allow?: readonly PermissionName[];
  deny?: readonly PermissionName[];
};

type RoleSetUp = {
  name: string;
  permissions?: readonly PermissionName[];
  mentionable?: boolean;
  color?: number;
};

type MemberSetUp = { name: string; displayName?: string; roles?: readonly string[] };

export type ChannelSetUp = {
  name: string;
  type?: keyof typeof CHANNEL_TYPE;
  topic?: string;
  /** Name of the category, or of the channel that a thread hangs on. */
  parent?: string;
  /** Forum tags. */
  tags?: readonly string[];
  tagRequired?: boolean;
  /** Where Discord and new bots say hello. */
  system?: boolean;
  archived?: boolean;
  locked?: boolean;
  overwrites?: readonly OverwriteSetUp[];
};

export type GuildSetUp = {
  name: string;
  locale?: string;
  /** What @everyone may do. */
  everyone: readonly PermissionName[];
  /** What the bot's own role may do; null = the bot is not invited yet. */
  bot: readonly PermissionName[] | null;
  roles: readonly RoleSetUp[];
  /** The first one owns the guild. */
  members: readonly MemberSetUp[];
  /** Parents before their children. */
  channels: readonly ChannelSetUp[];
};

/** What building a guild needs of the Discord that it is to stand in. */
export type Foundry = {
  nextId: () => string;
  /** Everybody there is; members whom nobody knows yet are added. */
  users: Map<string, User>;
  bot: User;
  /** When members joined and threads began, ms since 1970. */
  at: number;
  threadsAt: number;
};

/** Builds a guild. Throws RangeError when the set-up names something that is not there. */
export function buildGuild(setUp: GuildSetUp, foundry: Foundry): Guild {
  const { nextId } = foundry;
  const id = nextId();
  const everyone = newRole({
    id,
    name: '@everyone',
    position: 0,
    permissions: bitsOf(setUp.everyone),
  });
  const roles = setUp.roles.map((role, index) =>
    newRole({
      id: nextId(),
      name: role.name,
      position: index + 1,
      permissions: bitsOf(role.permissions ?? []),
      mentionable: role.mentionable ?? false,
      color: role.color ?? 0,
    }),
  );
  const guild: Guild = {
    id,
    name: setUp.name,
    ownerId: '',
    locale: setUp.locale ?? 'en-US',
    systemChannelId: null,
    roles: new Map([everyone, ...roles].map((role) => [role.id, role])),
    members: new Map(),
    channels: new Map(),
    available: true,
  };
  for (const member of setUp.members) {
    addMember(guild, member, foundry);
  }
  if (setUp.bot !== null) {
    addBot(guild, foundry.bot, {
      roleId: nextId(),
      permissions: bitsOf(setUp.bot),
      at: foundry.at,
    });
  }
  for (const channel of setUp.channels) {
    addChannel(guild, channel, foundry);
  }
  return guild;
}

function addMember(guild: Guild, setUp: MemberSetUp, { nextId, users, at }: Foundry): void {
  const known = [...users.values()].find((user) => user.username === setUp.name);
  const user = known ?? newUser(nextId(), setUp.name, setUp.displayName ?? setUp.name, false);
  users.set(user.id, user);
  const roleIds = (setUp.roles ?? []).map((name) => roleNamed(guild, name).id);
  guild.members.set(user.id, newMember(user, roleIds, at));
  guild.ownerId ||= user.id;
}

function addChannel(guild: Guild, setUp: ChannelSetUp, foundry: Foundry): void {
  const { nextId, threadsAt } = foundry;
  const type = CHANNEL_TYPE[setUp.type ?? 'text'];
  const parent = parentOf(guild, setUp);
  const channel = newChannel({ id: nextId(), type, guildId: guild.id, name: setUp.name });
  channel.topic = setUp.topic ?? null;
  channel.parent_id = parent?.id ?? null;
  channel.position = guild.channels.size;
  channel.permission_overwrites = (setUp.overwrites ?? []).map((row) => newOverwrite(guild, row));
  if (type === CHANNEL_TYPE.forum || type === CHANNEL_TYPE.media) {
    channel.available_tags = (setUp.tags ?? []).map((name) => newTag(nextId(), name));
    channel.flags = setUp.tagRequired ? 1 << 4 : 0;
  }
  if (setUp.system) {
    guild.systemChannelId = channel.id;
  }
  const isThread = type === CHANNEL_TYPE.publicThread || type === CHANNEL_TYPE.privateThread;
  guild.channels.set(
    channel.id,
    isThread
      ? asThread(channel, {
          ownerId: guild.ownerId,
          at: threadsAt,
          archived: setUp.archived ?? false,
          locked: setUp.locked ?? false,
        })
      : channel,
  );
}

function parentOf(guild: Guild, { name, parent }: ChannelSetUp): Channel | null {
  if (parent === undefined) {
    return null;
  }
  const found = [...guild.channels.values()].find((channel) => channel.name === parent);
  if (found === undefined) {
    throw new RangeError(`channel ${name}: its parent ${parent} must stand before it`);
  }
  return found;
}

function newOverwrite(guild: Guild, row: OverwriteSetUp): Overwrite {
  const bits = { allow: String(bitsOf(row.allow ?? [])), deny: String(bitsOf(row.deny ?? [])) };
  if (row.role !== undefined) {
    return { id: roleNamed(guild, row.role).id, type: 0, ...bits };
  }
  const member = [...guild.members.values()].find((one) => one.user.username === row.member);
  if (member === undefined) {
    throw new RangeError(`no member ${row.member} in ${guild.name}`);
  }
  return { id: member.user.id, type: 1, ...bits };
}

function roleNamed(guild: Guild, name: string): Role {
  const role = [...guild.roles.values()].find((one) => one.name === name);
  if (role === undefined) {
    throw new RangeError(`no role ${name} in ${guild.name}`);
  }
  return role;
}
