import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type ApplicationCommandOptionChoiceData,
} from 'discord.js';
import { choice, completedOption, described } from '#discord/commandDefinition.ts';
import { sourceName } from '#discord/findPages.ts';
import { clean, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { FIND_REGIONS, FIND_SOURCES } from '#snapshot/findRequest.ts';
import type { TextKey, Texts, Translate } from '#text/texts.ts';

type Key = Extract<TextKey, `option.find.${string}`>;

const text = (texts: Texts, name: string, key: Key) => ({
  type: ApplicationCommandOptionType.String as const,
  name,
  ...described(texts, key),
});

const onOff = (texts: Texts, name: string, key: Key) => ({
  type: ApplicationCommandOptionType.Boolean as const,
  name,
  ...described(texts, key),
});

/** The options of /find. */
export function findOptions(texts: Texts): APIApplicationCommandBasicOption[] {
  return [
    completedOption(texts, 'source', 'option.find.source', true),
    completedOption(texts, 'game', 'option.find.game', false),
    text(texts, 'map', 'option.find.map'),
    text(texts, 'name', 'option.find.name'),
    {
      ...text(texts, 'region', 'option.find.region'),
      choices: FIND_REGIONS.map((region) => choice(texts, `find.region.${region}`, region)),
    },
    onOff(texts, 'not_empty', 'option.find.notEmpty'),
    onOff(texts, 'not_full', 'option.find.notFull'),
    onOff(texts, 'no_password', 'option.find.noPassword'),
    text(texts, 'tags', 'option.find.tags'),
    {
      ...text(texts, 'mode', 'option.find.mode'),
      choices: [choice(texts, 'ark.pve', 'pve'), choice(texts, 'ark.pvp', 'pvp')],
    },
    text(texts, 'cluster', 'option.find.cluster'),
  ];
}

/** The lists that fit what was typed, and what was typed when it may be a master server. */
export function sourceChoices(
  typed: string,
  t: Translate,
): ApplicationCommandOptionChoiceData<string>[] {
  const wanted = clean(typed).toLowerCase();
  const named = FIND_SOURCES.map((value) => ({
    value: value as string,
    name: sourceName(value, t),
  }))
    .filter(({ value, name }) => `${value} ${name}`.toLowerCase().includes(wanted))
    // Our own list is the first to think of.
    .sort(
      (one, other) => Number(other.value === 'registered') - Number(one.value === 'registered'),
    );
  const isAddress = /[.:]/.test(wanted) && wanted.length <= LIMITS.choiceValue;
  return isAddress ? [...named, { value: wanted, name: plain(wanted, LIMITS.choiceName) }] : named;
}
