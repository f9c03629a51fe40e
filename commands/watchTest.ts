import { type APIMessage, Routes } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { type Desk, guildLanguage, type Reply } from '#discord/command.ts';
import { discordFailure } from '#discord/discordFailure.ts';
import { messageLink } from '#discord/messageLink.ts';
import { createNoticeOutcome } from '#discord/sendNotice.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { timeStamp } from '#discord/serverWords.ts';
import { pausedWords } from '#discord/statusFace.ts';
import { sampleNotice, testMessage } from '#discord/testNotice.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import { attentionAt } from '#monitor/attention.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { Translate } from '#text/texts.ts';
import { type Ask, problem, wantedWatch } from './managers.ts';
import type { Means } from './statusMoves.ts';
import { noticePlaceProblems, roleProblem } from './placeProblems.ts';

/** /watch test: sends a notice as it would come, and says what is in the way of real ones. */
export async function testWatch(ask: Ask, means: Means): Promise<Reply> {
  const { desk, t } = means;
  const server = wantedWatch(ask, desk);
  if (server === null) {
    return problem(t('watch.unknown'));
  }
  const { watch } = server;
  const { lines, closed } = noticePlaceProblems(ask, watch.noticeChannelId, t);
  const { host, port } = watch.target;
  const known = { name: server.name, address: hostPort(host, port) };
  const notice = sampleNotice(ask.guildId, watch, known, desk.now());
  if (closed || notice === null) {
    return problem(lines.join('\n\n'));
  }
  const ping = ask.options.getBoolean('ping') === true;
  const sent = await send(ask, notice, ping, means);
  if (!sent.ok) {
    return problem([sent.why, ...lines].join('\n\n'));
  }
  const link = messageLink(ask.guildId, watch.noticeChannelId, sent.messageId);
  const wrong = [...lines, ...roleLines(ask, watch, t)];
  const said = [
    t('test.sent', { link, channel: `<#${watch.noticeChannelId}>` }),
    watch.roleId !== null && !ping ? t('test.shown', { role: `<@&${watch.roleId}>` }) : null,
    ...wrong,
    ...silence(watch, desk.now(), t),
  ].filter((line) => line !== null);
  const color = wrong.length === 0 ? COLOURS.good : COLOURS.attention;
  return { embeds: [{ description: said.join('\n\n'), color }] };
}

type Sent = { ok: true; messageId: string } | { ok: false; why: string };

async function send(
  ask: Ask,
  notice: Notice,
  ping: boolean,
  { desk, t, signal }: Means,
): Promise<Sent> {
  const body = testMessage(notice, desk.texts.in(guildLanguage(ask, desk)), ping);
  const route = Routes.channelMessages(notice.channelId);
  try {
    const { id } = (await desk.rest.post(route, { body, signal })) as APIMessage;
    return { ok: true, messageId: id };
  } catch (error) {
    const why = refusal(discordFailure(error), notice, desk, t);
    if (why === null) {
      throw error;
    }
    return { ok: false, why };
  }
}

/** What a person has to mend; null when it was not that. */
function refusal(
  failure: ReturnType<typeof discordFailure>,
  notice: Notice,
  { now }: Desk,
  t: Translate,
): string | null {
  const outcome = createNoticeOutcome({ missingThere: () => null, now })(failure, notice);
  return outcome.kind === 'parked'
    ? troubleWords({ kind: outcome.trouble, facts: outcome.facts }, t)
    : null;
}

/** Why nobody hears a ping. */
function roleLines(ask: Ask, { roleId, noticeChannelId }: Watch, t: Translate): string[] {
  if (roleId === null) {
    return ask.options.getBoolean('ping') === true ? [t('test.noRole')] : [];
  }
  const role = ask.guild.roles.cache.get(roleId);
  const deaf = role === undefined ? t('test.roleGone') : roleProblem(ask, role, noticeChannelId, t);
  return deaf === null ? [] : [deaf];
}

/** Why real notices do not come now. */
function silence(watch: Watch, now: number, t: Translate): string[] {
  const { silentUntil } = attentionAt(watch, now);
  return [
    watch.paused === null ? null : `⏸️ ${pausedWords(watch.paused, t)}`,
    silentUntil === null ? null : t('test.silent', { time: timeStamp(silentUntil, 'f') }),
  ].filter((line) => line !== null);
}
