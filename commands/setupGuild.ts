import {
  type APIModalInteractionResponseCallbackData,
  type APISelectMenuOption,
  type Guild,
  GuildFeature,
  Locale,
  type ModalSubmitInteraction,
} from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { componentId } from '#discord/componentId.ts';
import { cut, inlineCode } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import { selectMenu } from '#discord/selectMenu.ts';
import { findTimeZone, timeZoneChoices, zoneAndClock } from '#discord/zonedTime.ts';
import { type GuildDocument, LANGUAGES } from '#store/guildDocument.ts';
import { type Language, languageOf } from '#text/texts.ts';
import { ownerOf, type Sitting } from './setupSitting.ts';

/** The choice that opens a form for a zone. */
export const OTHER_ZONE = '*';

const UTC = 'UTC';
const ZONE = 'zone';
/** No zone's name is longer than half of it. */
const LONGEST_ZONE = 60;

/**
 * The language that a guild reads: its own choice; what Discord says of it where that was chosen, not just left as it
 * was; else the language of who sets it up.
 */
export function wishedLanguage(
  { language }: Pick<GuildDocument, 'language'>,
  { features, preferredLocale }: Pick<Guild, 'features' | 'preferredLocale'>,
  askersLocale: string,
): Language {
  const isChosen =
    features.includes(GuildFeature.Community) || preferredLocale !== Locale.EnglishUS;
  return language ?? languageOf(isChosen ? preferredLocale : askersLocale);
}

/** Language and time zone of the guild, in words. */
export function guildWords(
  { use, desk }: Sitting,
  document: GuildDocument,
): { language: string; zone: string } {
  const language = wishedLanguage(document, use.guild, use.locale);
  return {
    language: desk.texts.in(language)('language.name'),
    zone: zoneAndClock(document.timeZone ?? UTC, desk.now()),
  };
}

/** The page for language and time zone. What is chosen there counts at once: it belongs to the guild, not to one server. */
export async function guildPage(sitting: Sitting, problem: string | null): Promise<Reply> {
  const { desk, t, use } = sitting;
  const document = await desk.store.guilds.get(use.guildId);
  const chosen = wishedLanguage(document, use.guild, use.locale);
  const languages = LANGUAGES.map((language) => ({
    label: desk.texts.in(language)('language.name'),
    value: language,
    default: language === chosen,
  }));
  const lines = [problem === null ? null : `⚠️ ${problem}`, t('setup.guildAbout')];
  return {
    embeds: [
      {
        title: t('setup.guild'),
        description: lines.filter((line) => line !== null).join('\n\n'),
        color: problem === null ? COLOURS.plain : COLOURS.attention,
      },
    ],
    components: [
      ...selectMenu(ownerOf(sitting, 'language'), t('setup.language'), languages),
      ...selectMenu(ownerOf(sitting, ZONE), t('setup.zone'), zoneOptions(sitting, document)),
      ...buttonRows([button(ownerOf(sitting, 'back'), t('setup.back'), { emoji: '◀️' })]),
    ],
  };
}

function zoneOptions({ desk, t }: Sitting, { timeZone }: GuildDocument): APISelectMenuOption[] {
  const chosen = timeZone ?? UTC;
  const usual = timeZoneChoices('', desk.now()).filter(({ value }) => value !== chosen);
  return [
    { label: zoneAndClock(chosen, desk.now()), value: chosen, default: true },
    ...usual.map(({ name, value }) => ({ label: name, value })),
    { label: cut(t('setup.zoneOther'), LIMITS.choiceName), value: OTHER_ZONE },
  ];
}

/** The form for a time zone that is not in the menu. */
export function zoneForm(sitting: Sitting): APIModalInteractionResponseCallbackData {
  const { t } = sitting;
  return {
    custom_id: componentId('form', ownerOf(sitting, ZONE)),
    title: cut(t('setup.zone'), LIMITS.formTitle),
    components: [
      textField(ZONE, { label: t('setup.zone'), hint: t('setup.zoneHint') }, LONGEST_ZONE),
    ],
  };
}

/** What was typed into that form. */
export const typedZone = ({ fields }: ModalSubmitInteraction): string =>
  fields.getTextInputValue(ZONE).trim();

/** Keeps the language of the guild. Gives null: nothing can be in the way. */
export async function saveLanguage({ use, desk }: Sitting, chosen: string): Promise<null> {
  const language = LANGUAGES.find((known) => known === chosen);
  return language === undefined ? null : save(use.guildId, desk, { language });
}

/** Keeps the time zone of the guild; gives a sentence when there is none of that name. */
export async function saveZone({ use, desk, t }: Sitting, typed: string): Promise<string | null> {
  const timeZone = findTimeZone(typed);
  return timeZone === null
    ? t('zone.bad', { given: inlineCode(typed, LONGEST_ZONE) || '?' })
    : save(use.guildId, desk, { timeZone });
}

async function save(
  guildId: string,
  desk: Desk,
  change: Partial<Pick<GuildDocument, 'language' | 'timeZone'>>,
): Promise<null> {
  await desk.store.guilds.update(guildId, (before) => ({ ...before, ...change }));
  await desk.watches.load(guildId);
  return null;
}
