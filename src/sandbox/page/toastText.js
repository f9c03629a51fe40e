import { timestampText } from './timestamps.js';

/**
 * What a notification says: who is called, where, and the first words.
 *
 * @param {object} event a "notified" event with its message
 * @param {ReturnType<typeof import('./guildView.js').guildView>} guild
 */
export function toastOf({ roleIds, userIds, everyone, channelId, message }, guild) {
  const called = [
    ...(everyone ? ['@everyone'] : []),
    ...roleIds.map((id) => `@${guild.role(id)?.name ?? 'unknown-role'}`),
  ];
  const names =
    called.length > 0 ? called : userIds.map((id) => `@${guild.person(id)?.name ?? 'somebody'}`);
  const { name } = guild.author(message.author);
  return {
    title: `${names.join(', ')} in #${guild.channel(channelId)?.name ?? 'unknown'}`,
    text: `${name}: ${plain(message, guild)}`,
    from: { id: message.author.id, name, bot: message.author.bot },
  };
}

function plain({ content, embeds }, guild) {
  const text = content
    .replace(/<@&(\d+)>/g, (_, id) => `@${guild.role(id)?.name ?? 'unknown-role'}`)
    .replace(/<@!?(\d+)>/g, (_, id) => `@${guild.person(id)?.name ?? 'somebody'}`)
    .replace(/<t:(\d{1,11})(?::([tTdDfFR]))?>/g, (_, seconds, style) =>
      timestampText(Number(seconds), style ?? 'f'),
    )
    .replace(/\\([^0-9A-Za-z\s])/g, '$1')
    .replace(/[*_~`|]{2,}|`/g, '');
  const first = text.trim() || embeds[0]?.title || embeds[0]?.description || 'a message';
  return first.length > 140 ? `${first.slice(0, 139)}\u2026` : first;
}
