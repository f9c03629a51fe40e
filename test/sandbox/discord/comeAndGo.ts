import { Client, GatewayIntentBits } from 'discord.js';
import { startLocalDiscord } from '#sandbox/discord/localDiscord.ts';

// A process of its own: starts everything, stops everything, and must then end without being told to.
const discord = await startLocalDiscord();
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
const ready = new Promise((resolve) => client.once('clientReady', resolve));
await client.login(discord.token);
await ready;
process.stdout.write('ready\n');
await client.destroy();
await discord.close();
