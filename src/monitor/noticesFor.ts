import type { Watch } from '#store/guildDocument.ts';
import type { News, Notice } from '#store/noticeDocument.ts';

/** A watch and the guild it belongs to. */
export type GuildWatch = { guildId: string; watch: Watch };

/** Something new about a server; `at` is when it began to be so (ms) and stays the same however often it is worked out. */
export type DatedNews = { at: number; news: News };

/** How long each kind is worth telling (ms). */
const LIFETIME_MS = {
  down: 3_600_000,
  up: 6 * 3_600_000,
  outage: 6 * 3_600_000,
  roster: 600_000,
  count: 600_000,
  players: 600_000,
  'named-player': 600_000,
  restart: 3_600_000,
  flapping: 3_600_000,
  steady: 6 * 3_600_000,
  blind: 6 * 3_600_000,
  'host-down': 3_600_000,
  'host-up': 6 * 3_600_000,
  digest: 6 * 3_600_000,
} as const satisfies Record<News['kind'], number>;

const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** FNV-1a, 64 bit, as 13 letters and digits. */
function hashOf(text: string): string {
  let hash = FNV_OFFSET;
  for (const byte of Buffer.from(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * FNV_PRIME);
  }
  return hash.toString(36).padStart(13, '0');
}

/** Nine base-36 digits of time, a letter for the kind, 13 for the watch: 23 characters that sort by time. */
function noticeId({ at, news }: DatedNews, { guildId, watch }: GuildWatch): string {
  const time = Math.max(0, Math.trunc(at)).toString(36).padStart(9, '0');
  return `${time}${news.kind.charAt(0)}${hashOf(`${guildId}/${watch.id}`)}`;
}

const wants = (watch: Watch, news: News): boolean =>
  news.kind !== 'roster' || watch.joins !== 'off';

/** The address as this watch has it; another watch may have found the same server by a name or without a port. */
function addressFor({ host, port }: Watch['target'], news: News): string {
  if (port === null) {
    return news.address;
  }
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One notice for each piece of news and each watch that wants it. Only "down" and "up" mention the watch's role. */
export function noticesFor(
  newsOfServer: readonly DatedNews[],
  watches: readonly GuildWatch[],
  now: number,
): Notice[] {
  return newsOfServer.flatMap((dated) =>
    watches
      .filter(({ watch }) => wants(watch, dated.news))
      .map(({ guildId, watch }): Notice => {
        const { kind } = dated.news;
        return {
          version: 1,
          id: noticeId(dated, { guildId, watch }),
          guildId,
          watchId: watch.id,
          channelId: watch.noticeChannelId,
          roleId: kind === 'roster' ? null : watch.roleId,
          news: { ...dated.news, address: addressFor(watch.target, dated.news) },
          createdAt: now,
          expiresAt: now + LIFETIME_MS[kind],
          failures: 0,
          notBefore: now,
          heldUntil: 0,
          triedAt: null,
          parked: null,
          covers: [],
        };
      }),
  );
}
