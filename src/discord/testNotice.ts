import type { RESTPostAPIChannelMessageJSONBody } from 'discord.js';
import { noticesFor } from '#monitor/noticesFor.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Translate } from '#text/texts.ts';
import { noticeMessage } from './noticeMessage.ts';

const MINUTE_MS = 60_000;

/** What a watch would be told if its server went down now, whatever keeps notices back at the moment. */
export function sampleNotice(
  guildId: string,
  watch: Watch,
  server: { name: string | null; address: string },
  now: number,
): Notice | null {
  const heard = { graceMs: 0, mutedUntil: null, maintenance: [], quietHours: null, paused: null };
  const news = {
    kind: 'down' as const,
    ...server,
    since: now,
    reason: 'timeout',
    lastOnline: now - MINUTE_MS,
    host: null,
    farewell: null,
  };
  const watches = [{ guildId, watch: { ...watch, ...heard } }];
  return noticesFor([{ at: now, news, mark: 'test' }], watches, now)[0] ?? null;
}

/** A notice as it would come, and marked as a test. The role is shown, and called only with `ping`. */
export function testMessage(
  notice: Notice,
  t: Translate,
  ping: boolean,
): RESTPostAPIChannelMessageJSONBody {
  const body = noticeMessage(notice, t);
  const footer = { text: t('test.footer') };
  return {
    ...body,
    content: `${t('test.mark')} ${body.content ?? ''}`,
    embeds: (body.embeds ?? []).map((embed) => ({ ...embed, footer })),
    ...(ping ? {} : { allowed_mentions: { parse: [] } }),
  };
}
