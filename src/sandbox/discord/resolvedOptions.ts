import { type CommandOption, OPTION_TYPE } from './command.ts';
import type { OptionValue } from './commandInput.ts';
import { type Finder, PeopleError } from './finding.ts';
import type { Channel, Guild, Member } from './guild.ts';
import { channelPermissions } from './permissions.ts';
import { channelForInteraction } from './wire.ts';
import type { World } from './world.ts';

export type Resolved = {
  values: Record<string, OptionValue>;
  /** `data.resolved` of the event; undefined when no option names a user, role or channel. */
  resolved?: Record<string, Record<string, unknown>>;
};

/** Turns names in user, role and channel options into ids, and collects what those ids mean (spec sandbox 4.10). */
export function resolveOptions(
  world: World,
  finder: Finder,
  asker: { guild: Guild; member: Member },
  options: readonly CommandOption[],
  given: Readonly<Record<string, OptionValue>>,
): Resolved {
  const values: Record<string, OptionValue> = { ...given };
  const resolved: Record<string, Record<string, unknown>> = {};
  const put = (kind: string, id: string, value: unknown) => {
    resolved[kind] = { ...resolved[kind], [id]: value };
  };
  const { guild, member } = asker;
  for (const option of options) {
    const value = given[option.name];
    if (typeof value !== 'string') {
      continue;
    }
    switch (option.type) {
      case OPTION_TYPE.user: {
        const one = finder.member(guild, value);
        const { user, ...rest } = one;
        values[option.name] = user.id;
        put('users', user.id, user);
        put('members', user.id, { ...rest, permissions: '0' });
        break;
      }
      case OPTION_TYPE.role: {
        const role = finder.role(guild, value);
        values[option.name] = role.id;
        put('roles', role.id, role);
        break;
      }
      case OPTION_TYPE.mentionable:
        throw new PeopleError(`option ${option.name}: mentionable options are not played here`);
      case OPTION_TYPE.channel: {
        const { channel } = finder.channel(value);
        refuseWrongKind(option, channel);
        values[option.name] = channel.id;
        put('channels', channel.id, withPermissions(world, guild, member, channel));
        break;
      }
    }
  }
  return Object.keys(resolved).length === 0 ? { values } : { values, resolved };
}

function refuseWrongKind(option: CommandOption, channel: Channel): void {
  if (option.channel_types?.length && !option.channel_types.includes(channel.type)) {
    throw new PeopleError(
      `option ${option.name} does not offer #${channel.name}: wrong kind of channel`,
    );
  }
}

function withPermissions(world: World, guild: Guild, member: Member, channel: Channel) {
  const bot = guild.members.get(world.state.bot.id);
  const bits = (one: Member | undefined) =>
    one === undefined ? 0n : channelPermissions(guild, channel, one, world.now());
  return channelForInteraction(channel, bits(member), bits(bot));
}
