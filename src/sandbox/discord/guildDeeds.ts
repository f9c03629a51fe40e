import { createFinder } from './finding.ts';
import { addBot } from './founding.ts';
import { buildGuild, type GuildSetUp } from './guildSetUp.ts';
import type { Guild, Member } from './guild.ts';
import { bitsOf, LEAST_INVITE, type PermissionName } from './permissionBits.ts';
import { guildCreate, guildFields } from './wire.ts';
import type { World } from './world.ts';

/** What people do to roles and members, and to the bot as a member. Names or ids; the first guild unless said. */
export type GuildDeeds = {
  setRole: (
    role: string,
    change: { permissions?: readonly PermissionName[]; mentionable?: boolean },
    guild?: string,
  ) => void;
  /** Replaces the roles of a member. */
  setMemberRoles: (member: string, roles: readonly string[], guild?: string) => void;
  /** Times a member out until a time in ms since 1970; null ends it. */
  timeOut: (member: string, until: number | null, guild?: string) => void;
  /** A new guild; `at` of its members is now. The bot gets no event unless it is in it. Throws RangeError for a wrong set-up. */
  foundGuild: (setUp: GuildSetUp) => Guild;
  /** The language that the guild says is its own, such as "pt-BR". */
  setLocale: (locale: string, guild?: string) => void;
  removeBot: (guild?: string) => void;
  inviteBot: (permissions?: readonly PermissionName[], guild?: string) => void;
  /** Discord has an outage for this guild (unavailable), or is back. */
  setAvailable: (available: boolean, guild?: string) => void;
};

/** The deeds on a guild; each tells the bot as Discord would. */
export function createGuildDeeds(world: World): GuildDeeds {
  const { state } = world;
  const finder = createFinder(state);
  const tell = (guild: Guild, name: string, data: Record<string, unknown>) => {
    world.outlet.dispatch({ name, guildId: guild.id, data });
    world.outlet.tell({ kind: 'guild', guildId: guild.id });
  };
  const changeMember = (guild: Guild, name: string, change: Partial<Member>) => {
    const member = { ...finder.member(guild, name), ...change };
    guild.members.set(member.user.id, member);
    tell(guild, 'GUILD_MEMBER_UPDATE', { ...member, guild_id: guild.id });
  };
  return {
    setRole: (name, change, guildName) => {
      const guild = finder.guild(guildName);
      const role = finder.role(guild, name);
      role.permissions = change.permissions ? String(bitsOf(change.permissions)) : role.permissions;
      role.mentionable = change.mentionable ?? role.mentionable;
      tell(guild, 'GUILD_ROLE_UPDATE', { guild_id: guild.id, role: { ...role } });
    },
    setMemberRoles: (name, roles, guildName) => {
      const guild = finder.guild(guildName);
      changeMember(guild, name, { roles: roles.map((role) => finder.role(guild, role).id) });
    },
    timeOut: (name, until, guildName) => {
      const at = until === null ? null : new Date(until).toISOString();
      changeMember(finder.guild(guildName), name, { communication_disabled_until: at });
    },
    foundGuild: (setUp) => {
      const at = world.now();
      const { users, bot } = state;
      const guild = buildGuild(setUp, { nextId: world.nextId, users, bot, at, threadsAt: at });
      state.guilds.set(guild.id, guild);
      tell(guild, 'GUILD_CREATE', guildCreate(guild, bot.id));
      return guild;
    },
    setLocale: (locale, guildName) => {
      const guild = finder.guild(guildName);
      guild.locale = locale;
      tell(guild, 'GUILD_UPDATE', guildFields(guild));
    },
    removeBot: (guildName) => {
      const guild = finder.guild(guildName);
      const member = finder.member(guild, state.bot.id);
      guild.members.delete(state.bot.id);
      for (const id of member.roles.filter((roleId) => guild.roles.get(roleId)?.managed)) {
        guild.roles.delete(id);
      }
      tell(guild, 'GUILD_DELETE', { id: guild.id });
    },
    inviteBot: (permissions = LEAST_INVITE, guildName) => {
      const guild = finder.guild(guildName);
      addBot(guild, state.bot, {
        roleId: world.nextId(),
        permissions: bitsOf(permissions),
        at: world.now(),
      });
      tell(guild, 'GUILD_CREATE', guildCreate(guild, state.bot.id));
    },
    setAvailable: (available, guildName) => {
      const guild = finder.guild(guildName);
      guild.available = available;
      if (available) {
        tell(guild, 'GUILD_CREATE', guildCreate(guild, state.bot.id));
      } else {
        tell(guild, 'GUILD_DELETE', { id: guild.id, unavailable: true });
      }
    },
  };
}
