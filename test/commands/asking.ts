import { unknownServer } from '#monitor/serverStep.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Crowsnest } from '#test/discord/crowsnest.ts';
import { availability, onlineSnapshot } from '#test/discord/pictures.ts';

export const ADDRESS = '203.0.113.5:27015';
export const OTHER_ADDRESS = '203.0.113.5:27016';

type Options = Record<string, string | number | boolean>;

/** Types a command as Ada, who may manage the guild, and gives what she reads. */
export async function ask(
  crow: Crowsnest,
  command: string,
  options: Options = {},
  who: { as?: string; in?: string; locale?: string } = {},
): Promise<string> {
  const asked = crow.discord.people.runCommand({
    as: 'ada',
    in: '#status',
    command,
    options,
    ...who,
  });
  const { message } = await asked.reply();
  return [message.content, message.embeds[0]?.title, message.embeds[0]?.description]
    .filter(Boolean)
    .join('\n');
}

/** What is offered while Ada types into an option. */
export function offered(
  crow: Crowsnest,
  command: string,
  option: string,
  text: string,
  options: Options = {},
) {
  const who = { as: 'ada', in: '#status' };
  return crow.discord.people.typeOption({ ...who, command, option, text, options });
}

/** Has a server watched in #status, told in #alerts. */
export async function watchServer(crow: Crowsnest, address = ADDRESS, name = 'Evening Payload') {
  crow.servers.set(address, onlineSnapshot({ name }));
  await ask(crow, '/watch add', { server: address, notices: 'alerts' });
}

/** Has the store say that the first watched server is down since then (ms). */
export async function foundDown(crow: Crowsnest, downSince: number): Promise<void> {
  const [watched] = crow.desk.watches.servers(crow.guildId);
  const key = watched === undefined ? '' : serverKey(targetOf(watched.watch));
  const known = (await crow.store.servers.get(key)) ?? unknownServer(key, downSince);
  await crow.store.servers.set({
    ...known,
    availability: availability({ state: 'down', downSince }),
  });
}

export const watchesOf = async (crow: Crowsnest) =>
  (await crow.store.guilds.get(crow.guildId)).watches;

/** Has Discord let everybody through to the commands, so that only the bot itself can refuse. */
export function openToAll(crow: Crowsnest): void {
  const { state } = crow.discord;
  state.commands = state.commands.map((command) => ({
    ...command,
    default_member_permissions: null,
  }));
}
