import type { BaseInteraction } from 'discord.js';
import { buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { ComponentRow, Desk, Reply } from '#discord/command.ts';
import { escaped, plain } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { choiceName } from '#discord/lookUp.ts';
import { selectMenu } from '#discord/selectMenu.ts';
import type { WatchedServer } from '#discord/watchMemory.ts';
import { listButton, WISH_COMMAND, wishButton } from '#discord/wishButtons.ts';
import { wishWords } from '#discord/wishWords.ts';
import { timeStamp } from '#discord/serverWords.ts';
import type { Occasion, Wish } from '#store/personDocument.ts';
import type { Translate } from '#text/texts.ts';
import { problem } from './managers.ts';

/** The menu with the servers of a shared message. */
export const RING_MENU = 'ring';

/** More than so many wishes about one server are stopped in the list. */
const MOST_STOPS = 10;
/** Menus that fit into one message. */
const MOST_MENUS = 5;

/** What one person can ask about a server, and has asked. `said` is what became of the last press. */
export async function bellReply(
  server: WatchedServer,
  whose: { personId: string; guildId: string },
  { desk, t }: { desk: Desk; t: Translate },
  said: string = t('bell.question'),
): Promise<Reply> {
  const documents = await desk.monitor.wishes.ofPerson(whose.personId);
  const mine = documents
    .filter(({ guildId }) => guildId === whose.guildId)
    .flatMap(({ wishes }) => wishes.filter(({ watchId }) => watchId === server.watch.id));
  return {
    embeds: [
      {
        title: bellTitle(server, t),
        description: mine.length === 0 ? said : `${said}\n\n${wishLines(mine, t)}`,
        color: COLOURS.plain,
      },
    ],
    components: [
      ...askRow(server.watch.id, t),
      ...buttonRows(
        mine
          .slice(0, MOST_STOPS)
          .map(({ id: wishId }, place) =>
            wishButton(
              { do: 'stop-here', watchId: server.watch.id, wishId },
              t('my.stop', { place: place + 1 }),
              { emoji: '🔕' },
            ),
          ),
      ),
      ...buttonRows([listButton(t)]),
    ],
  };
}

/** The server, as the title of what is asked about it. */
export const bellTitle = (server: WatchedServer, t: Translate): string =>
  t('bell.title', { server: escaped(choiceName(server), LIMITS.title / 2) });

function askRow(watchId: string, t: Translate): ComponentRow[] {
  const ask = (kind: Occasion['kind'], emoji: string) =>
    wishButton({ do: 'ask', watchId, kind }, t(`bell.${kind}`), { emoji });
  return buttonRows([
    ask('back', '🟢'),
    ask('down', '🔴'),
    ask('players', '🎮'),
    ask('player', '👤'),
  ]);
}

function wishLines(wishes: readonly Wish[], t: Translate): string {
  const lines = wishes
    .slice(0, MOST_STOPS)
    .map((wish, place) => `**${place + 1}.** ${wishLine(wish, t)}`);
  return [`**${t('bell.asked')}**`, ...lines].join('\n');
}

/** "when `Ann` joins · until 30/12/2026". */
export const wishLine = ({ occasion, expiresAt }: Wish, t: Translate): string =>
  `${wishWords(occasion, t)} · ${t('wish.until', { time: timeStamp(expiresAt, 'd') })}`;

/** Which server of a shared message is meant; one alone needs no question. */
export function boardReply(
  press: Pick<BaseInteraction, 'guildId' | 'channelId'>,
  desk: Desk,
  t: Translate,
): { servers: readonly WatchedServer[]; reply: Reply } {
  const servers = desk.watches
    .servers(press.guildId)
    .filter(({ watch }) => watch.board && watch.bell && watch.channelId === press.channelId);
  const menus = Array.from({ length: MOST_MENUS }, (_, n) =>
    selectMenu(
      { command: WISH_COMMAND, subject: `${RING_MENU}:${n}` },
      t('bell.which'),
      servers.slice(n * LIMITS.choices, (n + 1) * LIMITS.choices).map((server) => ({
        value: server.watch.id,
        label: plain(choiceName(server), LIMITS.choiceName),
      })),
    ),
  ).flat();
  return {
    servers,
    reply:
      servers.length === 0
        ? problem(t('bell.gone'))
        : {
            embeds: [{ description: t('bell.which'), color: COLOURS.plain }],
            components: menus,
          },
  };
}
