import { Client, type ClientOptions, GatewayIntentBits, type SendableChannels } from 'discord.js';
import { expect, onTestFinished } from 'vitest';
import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from '#sandbox/discord/localDiscord.ts';
import { createManualClock, type ManualClock } from '#sandbox/discord/manualClock.ts';

/** A local Discord on a clock that the test moves; closed when the test is over. */
export async function openHarbour(
  options: LocalDiscordOptions = {},
): Promise<{ discord: LocalDiscord; clock: ManualClock }> {
  const clock = createManualClock();
  const discord = await startLocalDiscord({ now: clock.now, ...options });
  onTestFinished(() => discord.close());
  return { discord, clock };
}

/** A plain discord.js client that is ready. Nothing is set but the address of the API. */
export async function logIn(
  discord: LocalDiscord,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
  const { rest, ...others } = options;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    ...others,
    rest: { ...rest, api: discord.apiUrl },
  });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
  await client.login(discord.token);
  return ready;
}

/** The channel of this name as the client has it. */
export function channelOf(client: Client, name: string): SendableChannels {
  const channel = client.channels.cache.find((one) => 'name' in one && one.name === name);
  if (!channel?.isSendable()) {
    throw new Error(`the client has no channel ${name} to send to`);
  }
  return channel;
}

/** Id of a channel by name. */
export function channelId(discord: LocalDiscord, name: string): string {
  const [guild] = discord.state.guilds.values();
  const channel = [...(guild?.channels.values() ?? [])].find((one) => one.name === name);
  return channel?.id ?? '';
}

/** Id of a role by name. */
export function roleId(discord: LocalDiscord, name: string): string {
  const [guild] = discord.state.guilds.values();
  return [...(guild?.roles.values() ?? [])].find((one) => one.name === name)?.id ?? '';
}

/** Id of a person by user name. */
export function userId(discord: LocalDiscord, name: string): string {
  return [...discord.state.users.values()].find(({ username }) => username === name)?.id ?? '';
}

/** A request of the bot's own, without discord.js in between. */
export async function ask(
  discord: LocalDiscord,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Headers; json: Answer }> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${discord.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {},
  };
}

/** What a test reads of an answer. */
export type Answer = {
  id: string;
  code: number;
  message: string;
  content: string;
  retry_after: number;
  global: boolean;
  embeds: { title?: string }[];
  errors: unknown;
  [key: string]: unknown;
};

/** Nothing happened that no correct bot does. */
export function expectNoSurprise(discord: LocalDiscord): void {
  expect(discord.journal.surprises(), discord.journal.explain()).toEqual([]);
}
