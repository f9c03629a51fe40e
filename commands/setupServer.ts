import {
  type APIEmbed,
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  type ModalSubmitInteraction,
} from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import { componentId } from '#discord/componentId.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { foundChoice } from '#discord/findPages.ts';
import { cut } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import { targetProblemWords } from '#discord/lookUp.ts';
import { selectMenu } from '#discord/selectMenu.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import type { FindRequest } from '#snapshot/findRequest.ts';
import type { FoundServer } from '#snapshot/foundServer.ts';
import { findGame, searchGames } from '#snapshot/games.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { parseTarget, type Target } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { type Draft, ownerOf, type Sitting } from './setupSitting.ts';
import { watchEntries } from './watchList.ts';

/** Registered servers that are looked at; some may be watched already. */
const MOST_READ = 100;
const FIELDS = { address: 'address', game: 'game' } as const;
/** A name of DNS, a port and what people paste around them. */
const LONGEST = { address: 300, game: 60, there: 2000 };

/** The first page: which server. In a guild that is set up, also what is watched there. */
export async function serverPage(
  sitting: Sitting,
  draft: Draft,
  problem: string | null,
): Promise<Reply> {
  const { desk, t, use } = sitting;
  const { watches } = await desk.store.guilds.get(use.guildId);
  const more = (count: number) => t('list.more', { count });
  const there = joinWithin(await watchEntries(use, desk, t), '\n', LONGEST.there, more);
  const isFull = watches.length >= desk.watchesPerGuild;
  const isFirst = watches.length === 0;
  const ask = isFull
    ? [t('watch.full', { count: desk.watchesPerGuild })]
    : [
        t(isFirst ? 'setup.ask' : 'setup.askAgain'),
        t('setup.lists', { find: desk.mention('find') }),
      ];
  const blocks = [
    problem === null ? null : `⚠️ ${problem}`,
    there === '' ? null : there,
    ask.join('\n'),
  ];
  const embed: APIEmbed = {
    title: t(isFirst ? 'setup.title' : 'setup.titleAgain'),
    description: blocks.filter((block) => block !== null).join('\n\n'),
    color: problem === null && !isFull ? COLOURS.plain : COLOURS.attention,
  };
  const offers = isFull ? [] : draft.offers;
  return {
    embeds: [embed],
    components: [
      ...buttonRows([
        button(ownerOf(sitting, 'address'), t('setup.address'), {
          style: ButtonStyle.Primary,
          emoji: '✏️',
          disabled: isFull,
        }),
        button(ownerOf(sitting, 'guild'), t('setup.guild'), { emoji: '🌐' }),
      ]),
      ...selectMenu(
        ownerOf(sitting, 'server'),
        t('setup.offers'),
        offers.flatMap((found, at) => foundChoice(found, at + 1)),
      ),
    ],
  };
}

/** The form for an address, with what was typed into it before. */
export function addressForm(
  sitting: Sitting,
  { typed }: Draft,
): APIModalInteractionResponseCallbackData {
  const { t } = sitting;
  const { address, game } = FIELDS;
  return {
    custom_id: componentId('form', ownerOf(sitting, 'address')),
    title: cut(t('setup.form.title'), LIMITS.formTitle),
    components: [
      textField(
        address,
        { label: t('setup.form.address'), hint: t('setup.form.addressHint') },
        LONGEST.address,
        { given: typed.address },
      ),
      textField(
        game,
        { label: t('setup.form.game'), hint: t('setup.form.gameHint') },
        LONGEST.game,
        { given: typed.game, required: false },
      ),
    ],
  };
}

/** What was typed into that form. */
export function typedServer({ fields }: ModalSubmitInteraction): Draft['typed'] {
  return {
    address: fields.getTextInputValue(FIELDS.address).trim(),
    game: fields.getTextInputValue(FIELDS.game).trim(),
  };
}

/** The server that was typed; else what is wrong with it and what to type instead, as a sentence. */
export function readServer(
  { address, game }: Draft['typed'],
  t: Translate,
): { ok: true; target: Target } | { ok: false; problem: string } {
  const parsed = parseTarget(address, gameId(game));
  return parsed.ok ? parsed : { ok: false, problem: targetProblemWords(parsed.problem, t) };
}

/** People type names, not ids: the game that fits best. What fits none stays as it is, and is refused in words. */
function gameId(typed: string): string | null {
  return typed === '' ? null : ((findGame(typed) ?? searchGames(typed, 1)[0])?.id ?? typed);
}

const REGISTERED: FindRequest = {
  ...{ source: { kind: 'registered' }, game: null, map: null, name: null, region: null, tags: [] },
  ...{ notEmpty: false, notFull: false, noPassword: false, pve: null, cluster: null },
};

/** Servers that registered with our own master server and that the guild does not watch yet. */
export async function registeredOffers(
  guildId: string,
  { finder, watches }: Desk,
  signal: AbortSignal,
): Promise<FoundServer[]> {
  const outcome = await finder.read(REGISTERED, MOST_READ, signal);
  const known = watches.servers(guildId).map(({ watch }) => serverKey(targetOf(watch)));
  const isNew = ({ target }: FoundServer) => target !== null && !known.includes(serverKey(target));
  return outcome.ok ? outcome.list.servers.filter(isNew) : [];
}
