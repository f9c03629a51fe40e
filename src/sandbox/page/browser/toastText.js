import { say } from './speech.js';
import { timestampText } from './timestamps.js';

/**
 * What a notification says: who is called, where, and the first words.
 *
 * @param {object} event a "notified" event with its message
 * @param {ReturnType<typeof import('./placeView.js').placeView>} place
 */
export function toastOf({ roleIds, userIds, everyone, channelId, message }, place) {
  const { name } = place.author(message.author);
  const guild = place.guildOf(channelId);
  const from = { id: message.author.id, name, bot: message.author.bot };
  if (guild === null) {
    return { title: say('directFrom', { name }), text: plain(message, place, guild), from };
  }
  const called = [
    ...(everyone ? ['@everyone'] : []),
    ...roleIds.map((id) => `@${roleName(guild, id)}`),
  ];
  const names =
    called.length > 0
      ? called
      : userIds.map((id) => `@${place.person(id)?.name ?? say('somebody')}`);
  const where = place.channel(channelId)?.name ?? say('noChannel');
  return {
    title: say('calledIn', { names: names.join(', '), channel: where }),
    text: `${name}: ${plain(message, place, guild)}`,
    from,
  };
}

/**
 * The words of a message without its markup, at most 140 of its characters.
 *
 * @param {{ content: string, embeds: object[] }} message
 * @param {ReturnType<typeof import('./placeView.js').placeView>} place
 * @param {object | null} guild
 */
export function plain({ content, embeds }, place, guild) {
  const text = content
    .replace(/<@&(\d+)>/g, (_, id) => `@${roleName(guild, id)}`)
    .replace(/<@!?(\d+)>/g, (_, id) => `@${place.person(id)?.name ?? say('somebody')}`)
    .replace(/<t:(\d{1,11})(?::([tTdDfFsSR]))?>/g, (_, seconds, style) =>
      timestampText(Number(seconds), style ?? 'f'),
    )
    .replace(/\\([^0-9A-Za-z\s])/g, '$1')
    .replace(/[*_~`|]{2,}|`/g, '');
  const first = text.trim() || embeds[0]?.title || embeds[0]?.description || say('aMessage');
  return first.length > 140 ? `${first.slice(0, 139)}\u2026` : first;
}

const roleName = (guild, id) =>
  guild?.roles.find((role) => role.id === id)?.name ?? say('unknownRole');
