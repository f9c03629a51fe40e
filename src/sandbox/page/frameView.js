import { avatarOf } from './avatars.js';
import { channelIcon } from './channelList.js';
import { element } from './element.js';

const byId = (id) => document.getElementById(id);

/**
 * The parts around the messages that belong to the guild and the person: name, faces, connection.
 *
 * @param {ReturnType<typeof import('./guildView.js').guildView>} guild
 */
export function drawGuild(guild) {
  const { me, bot, people } = guild;
  byId('guild-name').textContent = guild.guild.name;
  byId('guild-face').src = avatarOf(guild.guild);
  byId('my-avatar').src = avatarOf(me);
  byId('person').replaceChildren(
    ...people
      .filter((person) => !person.bot)
      .map(({ id, name, label }) =>
        element('option', { value: id, selected: id === me.id }, `${name} (${label})`),
      ),
  );
  const connection = byId('connection');
  connection.dataset.bot = bot.connected ? 'online' : 'offline';
  connection.textContent = bot.connected ? 'bot online' : 'bot offline';
}

/**
 * The parts that belong to the open channel: its name, topic and start.
 *
 * @param {{ name: string, topic: string | null, type: number } | null} channel
 * @param {string} guildName
 */
export function drawChannel(channel, guildName) {
  const name = channel?.name ?? 'no-channel';
  byId('channel-name').textContent = name;
  byId('channel-topic').textContent = channel?.topic ?? '';
  byId('channel-icon').replaceChildren(...(channel ? [channelIcon(channel)] : []));
  byId('command-input').placeholder = channel
    ? `Message #${name} or type / for a command`
    : 'You can see no channel';
  byId('welcome').replaceChildren(
    element('div', { class: 'bubble' }, channel ? channelIcon(channel) : ''),
    element('h2', {}, `Welcome to #${name}!`),
    element('p', {}, `This is the start of the #${name} channel of ${guildName}.`),
  );
  document.title = `#${name} | ${guildName}`;
}
