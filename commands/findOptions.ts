import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  type ApplicationCommandOptionChoiceData,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
} from 'discord.js';
import { askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { choice, completedOption, described } from '#discord/commandDefinition.ts';
import { sourceName } from '#discord/findPages.ts';
import { clean, inlineCode, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { gameChoices } from '#discord/lookUp.ts';
import { FIND_REGIONS, FIND_SOURCES, sourceTyped } from '#snapshot/findRequest.ts';
import type { FollowQuestion } from '#store/followDocument.ts';
import type { TextKey, Texts, Translate } from '#text/texts.ts';
import { problem } from './managers.ts';

const GIVEN = 100;

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

/** The options of /find: those of a question, and what changes by the minute. */
export const findOptions = (texts: Texts): APIApplicationCommandBasicOption[] => [
  ...questionOptions(texts),
  onOff(texts, 'not_empty', 'option.find.notEmpty'),
  onOff(texts, 'not_full', 'option.find.notFull'),
];

/** Which servers of which list. */
export function questionOptions(texts: Texts): APIApplicationCommandBasicOption[] {
  return [
    completedOption(texts, 'source', 'option.find.source', true),
    completedOption(texts, 'game', 'option.find.game', false),
    text(texts, 'map', 'option.find.map'),
    text(texts, 'name', 'option.find.name'),
    {
      ...text(texts, 'region', 'option.find.region'),
      choices: FIND_REGIONS.map((region) => choice(texts, `find.region.${region}`, region)),
    },
    onOff(texts, 'no_password', 'option.find.noPassword'),
    text(texts, 'tags', 'option.find.tags'),
    {
      ...text(texts, 'mode', 'option.find.mode'),
      choices: [choice(texts, 'ark.pve', 'pve'), choice(texts, 'ark.pvp', 'pvp')],
    },
    text(texts, 'cluster', 'option.find.cluster'),
  ];
}

/** What was typed into the options, as a question that can be kept. */
export function typedQuestion({
  options,
}: Pick<ChatInputCommandInteraction, 'options'>): FollowQuestion {
  const mode = options.getString('mode');
  return {
    source: sourceTyped(options.getString('source', true)),
    game: options.getString('game'),
    map: options.getString('map'),
    name: options.getString('name'),
    region: options.getString('region'),
    noPassword: options.getBoolean('no_password') === true,
    tags: (options.getString('tags') ?? '').split(/[\s,]+/).filter((tag) => tag !== ''),
    pve: mode === null ? null : mode === 'pve',
    cluster: options.getString('cluster'),
  };
}

/** The reply to a source that is neither a list nor the address of a master server. */
export const badSource = (given: string, t: Translate): Reply =>
  problem(t('find.badSource', { given: inlineCode(given, GIVEN) }));

/** Choices for the options "source" and "game". */
export function completeFind(
  ask: AutocompleteInteraction,
  desk: Pick<Desk, 'texts'>,
): ApplicationCommandOptionChoiceData<string>[] {
  const { name, value } = ask.options.getFocused(true);
  return name === 'game'
    ? gameChoices(value)
    : sourceChoices(value, desk.texts.in(askersLanguage(ask)));
}

/** The lists that fit what was typed, and what was typed when it may be a master server. */
function sourceChoices(typed: string, t: Translate): ApplicationCommandOptionChoiceData<string>[] {
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
