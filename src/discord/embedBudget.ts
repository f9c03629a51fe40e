import type { APIEmbed, APIEmbedField } from 'discord.js';
import { LIMITS } from './limits.ts';

/** What an embed costs of the sum Discord allows over all embeds of a message. */
export function embedLength(embed: APIEmbed): number {
  const fields = embed.fields ?? [];
  return (
    (embed.title?.length ?? 0) +
    (embed.description?.length ?? 0) +
    (embed.footer?.text.length ?? 0) +
    (embed.author?.name.length ?? 0) +
    fields.reduce((sum, field) => sum + field.name.length + field.value.length, 0)
  );
}

/**
 * The embed with as many of the fields as the message still pays for, in their order of importance. `spent` is what other
 * embeds of the message cost.
 */
export function withFields(embed: APIEmbed, fields: readonly APIEmbedField[], spent = 0): APIEmbed {
  const kept: APIEmbedField[] = [];
  let left = LIMITS.embedTotal - spent - embedLength(embed);
  for (const field of fields) {
    const cost = field.name.length + field.value.length;
    if (kept.length === LIMITS.fields || cost > left) {
      break;
    }
    kept.push(field);
    left -= cost;
  }
  return { ...embed, fields: kept };
}

/**
 * As many items as fit into `limit` units with the separator between them; when some are left out, `more(count)` tells so at
 * the end.
 */
export function joinWithin(
  items: readonly string[],
  separator: string,
  limit: number,
  more: (count: number) => string,
): string {
  const whole = items.join(separator);
  if (whole.length <= limit) {
    return whole;
  }
  let text = '';
  for (const [index, item] of items.entries()) {
    const next = index === 0 ? item : text + separator + item;
    const tail = separator + more(items.length - index - 1);
    if (next.length + tail.length > limit) {
      return text === '' ? more(items.length) : text + separator + more(items.length - index);
    }
    text = next;
  }
  return text;
}
