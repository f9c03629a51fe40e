import { type APIEmbedField, ButtonStyle, Routes } from 'discord.js';
import { buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { ComponentRow, Desk, Reply } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { durationWords } from '#discord/durationWords.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { escaped } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { clampPage } from '#discord/pages.ts';
import { testMessage } from '#discord/personalMessage.ts';
import { stopAllButton, wishButton } from '#discord/wishButtons.ts';
import { wishWords } from '#discord/wishWords.ts';
import { WISH_LIFE_MS, withoutWishes, withRenewed } from '#monitor/wishChange.ts';
import type { PersonDocument, Wish } from '#store/personDocument.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { Translate } from '#text/texts.ts';
import { wishLine } from './bell.ts';
import type { Means } from './statusMoves.ts';
import { openDirect } from './wishAsk.ts';

/** Two rows of buttons. */
const PER_PAGE = 10;
const NAME = 80;

/** A person's list as it is shown: which page, and what became of the last press. */
export type Shown = { page: number; said?: string };

/** All that a person asked to be told, with what is in the way of it, and what ended by itself. */
export async function listReply(
  personId: string,
  { page: wanted, said }: Shown,
  { desk, t }: { desk: Desk; t: Translate },
): Promise<Reply> {
  const people = await desk.monitor.wishes.ofPerson(personId);
  const all = people.flatMap((person) => person.wishes.map((wish) => ({ person, wish })));
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const page = clampPage(wanted, pages);
  const shown = all.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  const lines = shown.map(
    ({ person, wish }, place) =>
      `**${page * PER_PAGE + place + 1}.** ${shownName(wish.server)} · ${escaped(person.guildName, NAME)}\n${wishLine(wish, t)}`,
  );
  const stops = shown.map(({ person: { guildId }, wish: { id: wishId } }, place) =>
    wishButton(
      { do: 'stop-listed', guildId, wishId, page },
      t('my.stop', { place: page * PER_PAGE + place + 1 }),
      { emoji: '🔕' },
    ),
  );
  const isClosed = people.some(({ closedSince }) => closedSince !== null);
  const words = all.length === 0 ? t('my.none') : lines.join('\n');
  return {
    embeds: [
      {
        title: t('my.title'),
        description: said === undefined ? words : `${said}\n\n${words}`,
        color: isClosed ? COLOURS.attention : COLOURS.plain,
        fields: [...(isClosed ? [closedField(t)] : []), ...endedField(people, t)],
      },
    ],
    components: [
      ...buttonRows(stops),
      ...pagerRow(page, pages),
      ...(all.length === 0 ? [] : lastRow(isClosed, t)),
    ],
  };
}

const shownName = (name: string): string => `**${escaped(name, NAME)}**`;

const closedField = (t: Translate): APIEmbedField => ({
  name: `⚠️ ${t('my.closed')}`,
  value: t('my.closedHelp', { button: t('my.tryAgain') }),
});

function endedField(people: readonly PersonDocument[], t: Translate): APIEmbedField[] {
  const lines = people.flatMap(({ ended, guildName }) =>
    ended.map(({ server, occasion, why, at }) =>
      [
        `${shownName(server)}, ${wishWords(occasion, t)}`,
        t(`my.ended.${why}`, { guild: escaped(guildName, NAME) }),
        timeStamp(at),
      ].join(' · '),
    ),
  );
  const more = (count: number) => t('list.more', { count });
  return lines.length === 0
    ? []
    : [{ name: t('my.ended'), value: joinWithin(lines, '\n', LIMITS.fieldValue, more) }];
}

const pagerRow = (page: number, pages: number): ComponentRow[] =>
  pages === 1
    ? []
    : buttonRows([
        wishButton({ do: 'page', page: page - 1 }, '◀', { disabled: page === 0 }),
        wishButton({ do: 'page', page: page + 1 }, '▶', { disabled: page === pages - 1 }),
      ]);

const lastRow = (isClosed: boolean, t: Translate): ComponentRow[] =>
  buttonRows([
    wishButton({ do: 'renew' }, t('my.renew', { duration: durationWords(WISH_LIFE_MS, t) })),
    wishButton({ do: 'test' }, t(isClosed ? 'my.tryAgain' : 'my.test'), {
      style: isClosed ? ButtonStyle.Primary : ButtonStyle.Secondary,
    }),
    stopAllButton(t),
  ]);

/** Stops one wish; gives what to say to that. */
export async function stopWish(
  whose: { personId: string; guildId: string },
  wishId: string,
  { desk, t }: { desk: Desk; t: Translate },
): Promise<string> {
  let stopped = null as Wish | null;
  await desk.monitor.wishes.change(whose, (before) => {
    stopped = before?.wishes.find(({ id }) => id === wishId) ?? null;
    return before && withoutWishes(before, ({ id }) => id === wishId);
  });
  return stopped === null
    ? t('my.notThere')
    : t('my.stopped', {
        server: shownName(stopped.server),
        what: wishWords(stopped.occasion, t),
      });
}

/** Changes all documents of a person. */
async function changeAll(
  personId: string,
  desk: Desk,
  change: (person: PersonDocument) => PersonDocument,
): Promise<void> {
  const { wishes } = desk.monitor;
  for (const { guildId } of await wishes.ofPerson(personId)) {
    await wishes.change({ personId, guildId }, (before) => before && change(before));
  }
}

/** Stops everything a person asked for; gives what to say to that. */
export async function stopAll(personId: string, { desk, t }: Means): Promise<string> {
  await changeAll(personId, desk, (person) => withoutWishes(person, () => true));
  return t('my.stoppedAll');
}

/** Keeps everything as long as if it were asked for now; gives what to say to that. */
export async function renewAll(personId: string, { desk, t }: Means): Promise<string> {
  const until = desk.now() + WISH_LIFE_MS;
  await changeAll(personId, desk, (person) => withRenewed(person, until));
  return t('my.renewed', { time: timeStamp(until, 'd') });
}

/** Writes to the person who asked whether that works, and remembers whether it did. */
export async function tryToWrite(personId: string, { desk, t, signal }: Means): Promise<string> {
  const [person] = await desk.monitor.wishes.ofPerson(personId);
  const channelId = person?.channelId ?? (await openDirect(personId, desk, signal));
  const route = Routes.channelMessages(channelId);
  const arrived = await desk.rest.post(route, { body: testMessage(t), signal }).then(
    () => true,
    (error: unknown) => {
      if (discordFailure(error).kind !== 'forbidden') {
        throw error;
      }
      return false;
    },
  );
  const now = desk.now();
  await changeAll(personId, desk, (one) => ({
    ...one,
    closedSince: arrived ? null : (one.closedSince ?? now),
  }));
  return arrived ? t('my.tested') : `⚠️ ${t('my.closed')}`;
}
