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

/**
 * What is left of the places with markdown once code, escaped characters, our own bold words, links to messages and time
 * stamps are taken out: strangers' text has nothing alive in it.
 */
export function expectInert(embeds: readonly APIEmbed[]): void {
  for (const { title, description, fields = [] } of embeds) {
    const rest = [title, description, ...fields.flatMap(({ name, value }) => [name, value])]
      .join('\n')
      .replace(/\\[^\p{L}\p{N}\s]|`[^`\n]+`/gu, '')
      .replace(/<t:\d+:[RfFtTdD]>/g, '')
      .replace(/\[[^\]\n]+\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+\)/g, '');
    expect(rest).not.toMatch(/[<@`[\]|~_#]|https?:/);
  }
}
