import { Routes } from 'discord.js';
import { askersLanguage, type Desk } from '#discord/command.ts';
import { durationWords } from '#discord/durationWords.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { choiceName } from '#discord/lookUp.ts';
import { newId } from '#discord/newWatch.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { isSameOccasion, MOST_WISHES, WISH_LIFE_MS, withWish } from '#monitor/wishChange.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { USUAL_COOLDOWN_MS } from '#monitor/watchRules.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Occasion } from '#store/personDocument.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import type { Translate } from '#text/texts.ts';
import type { Means } from './statusMoves.ts';

const SHOWN = 70;

/** Who asks, and in which guild the server is watched. */
export type Asker = { personId: string; guildId: string; guildName: string; locale: string };

/** Opens the direct channel with a person; nothing is sent by that. Throws what the REST client throws. */
export async function openDirect(
  personId: string,
  { rest }: Desk,
  signal: AbortSignal,
): Promise<string> {
  const body = { recipient_id: personId };
  const { id } = (await rest.post(Routes.userChannels(), { body, signal })) as { id: string };
  return id;
}

/** Notes what a person wants to be told about a server; gives what to say to that. */
export async function askFor(
  server: WatchedServer,
  occasion: Occasion,
  asker: Asker,
  { desk, t, signal }: Means,
): Promise<string> {
  const { wishes: book } = desk.monitor;
  const { personId, guildId, guildName } = asker;
  const watchId = server.watch.id;
  const known = await book.ofPerson(personId);
  const all = known.flatMap((person) => person.wishes.map((wish) => ({ ...wish, person })));
  const isThere = all.some(
    (wish) =>
      wish.person.guildId === guildId &&
      wish.watchId === watchId &&
      isSameOccasion(wish.occasion, occasion),
  );
  if (all.length >= MOST_WISHES && !isThere) {
    return t('bell.full', { count: MOST_WISHES });
  }
  const channelId = known[0]?.channelId ?? (await openDirect(personId, desk, signal));
  const askedAt = desk.now();
  const expiresAt = askedAt + WISH_LIFE_MS;
  const language = askersLanguage(asker);
  const wish = { id: newId(), watchId, occasion, server: choiceName(server), askedAt, expiresAt };
  await book.change({ personId, guildId }, (before) =>
    withWish(before, { personId, guildId, guildName, channelId, language }, wish),
  );
  const stands = await desk.store.servers.get(serverKey(targetOf(server.watch)));
  return [
    notedWords(occasion, t),
    laterWords(occasion, stands, t),
    t('bell.until', { time: timeStamp(expiresAt, 'd') }),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function notedWords(occasion: Occasion, t: Translate): string {
  const cooldown = durationWords(USUAL_COOLDOWN_MS, t);
  switch (occasion.kind) {
    case 'players':
      return t('bell.noted.players', { count: occasion.atLeast, cooldown });
    case 'player':
      return t('bell.noted.player', {
        player: inlineCode(occasion.pattern, SHOWN) || '?',
        cooldown,
      });
    default:
      return t(`bell.noted.${occasion.kind}`);
  }
}

/** What a person should know when it is so already, or can not be known now; empty = nothing. */
function laterWords(occasion: Occasion, server: ServerDocument | null, t: Translate): string {
  if (server === null) {
    return '';
  }
  const { availability, lastSeen, roster } = server;
  const isUp = availability.state === 'up';
  const isOut = availability.state === 'down' || availability.state === 'recovering';
  switch (occasion.kind) {
    case 'back':
      return isUp ? t('bell.later.back') : '';
    case 'down':
      return isOut ? t('bell.later.down') : '';
    case 'players':
      return isUp && (lastSeen?.online ?? 0) >= occasion.atLeast ? t('bell.later.players') : '';
    case 'player':
      return isUp && roster === null ? t('bell.hidden') : '';
  }
}
