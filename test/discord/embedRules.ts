import type { APIEmbed } from 'discord.js';
import { expect } from 'vitest';
import { embedLength } from '#discord/embedBudget.ts';
import { LIMITS } from '#discord/limits.ts';

/** Every place's own limit, no empty field, and the sum over the message. */
export function expectFits(embeds: readonly APIEmbed[]): void {
  expect(embeds.length).toBeLessThanOrEqual(LIMITS.embedsPerMessage);
  for (const embed of embeds) {
    expect(embedLength(embed)).toBeGreaterThan(0);
    expect(embed.title?.length ?? 0).toBeLessThanOrEqual(LIMITS.title);
    expect(embed.description?.length ?? 0).toBeLessThanOrEqual(LIMITS.description);
    expect(embed.author?.name.length ?? 1).toBeLessThanOrEqual(LIMITS.author);
    expect(embed.footer?.text.length ?? 1).toBeLessThanOrEqual(LIMITS.footer);
    expect(embed.fields?.length ?? 0).toBeLessThanOrEqual(LIMITS.fields);
    for (const field of embed.fields ?? []) {
      expect(field.name.length).toBeLessThanOrEqual(LIMITS.fieldName);
      expect(field.value.length).toBeLessThanOrEqual(LIMITS.fieldValue);
      expect(field.value).not.toBe('');
    }
  }
  const sum = embeds.reduce((length, embed) => length + embedLength(embed), 0);
  expect(sum).toBeLessThanOrEqual(LIMITS.embedTotal);
}

/** Links that the bot makes itself: to messages, to the Workshop, and what JOIN_URL and weburl of a test say. */
const OUR_LINKS =
  /\[[^\]\n]+\]\(https:\/\/(?:discord\.com\/channels\/\d+\/\d+\/\d+|steamcommunity\.com\/sharedfiles\/filedetails\/\?id=\d+|(?:join|www|discord)\.example\.org\/[\w.:/%-]*)\)/g;
/** Nobody is called so but in the names of strangers. */
const THEIR_ID = '123456789012345678';
const OUR_MENTIONS = new RegExp(`<(?:@&?|#|/[a-z -]+:)(?!${THEIR_ID})\\d{17,20}>`, 'g');
const ALIVE = /[<@`[\]|~_#*]|https?:|:[a-z]\w*:|^(?:>|-) /im;
/** Controls, zero-width and direction characters; a line's end is none, and flags are made of some. */
const UNSEEN = /(?![\n\u{e0000}-\u{e007f}])[\p{Cc}\p{Cf}]/u;

/** What is left of a text with markdown once all that is ours or harmless is taken out: nothing in it may be alive. */
export const withoutOurs = (text: string): string =>
  text
    .replace(/^```\n[^`]*\n```$/m, '')
    .replace(/\\[^\p{L}\p{N}\s]|`[^`\n]+`/gu, '')
    .replace(/<t:\d+:[RfFtTdD]>/g, '')
    .replace(OUR_LINKS, '')
    .replace(OUR_MENTIONS, '')
    .replace(/\*\*/g, '');

/** Strangers' text has nothing alive in it, wherever Discord renders markdown, and nothing hidden anywhere. */
export function expectInert(embeds: readonly APIEmbed[]): void {
  for (const { title, description, fields = [], footer, author } of embeds) {
    const alive = [title, description, ...fields.flatMap(({ name, value }) => [name, value])];
    expect(withoutOurs(alive.join('\n'))).not.toMatch(ALIVE);
    expect([...alive, footer?.text, author?.name].join('\n')).not.toMatch(UNSEEN);
  }
}
