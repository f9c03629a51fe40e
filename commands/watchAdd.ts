import type { APIEmbed, ChatInputCommandInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Answer, Desk, Reply } from '#discord/command.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { escaped } from '#discord/foreignText.ts';
import { causeWords } from '#discord/likelyCause.ts';
import { LIMITS } from '#discord/limits.ts';
import { lookUpEmbed, targetProblemEmbed } from '#discord/lookUp.ts';
import { messageLink } from '#discord/messageLink.ts';
import { newWatch } from '#discord/newWatch.ts';
import { offlineReason, serverName, triedLines } from '#discord/serverWords.ts';
import { troubleWords } from '#discord/troubleWords.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import type { PostOutcome, PublishOutcome } from '#monitor/statusView.ts';
import { type NewWatchRefusal, newWatchRefusal } from '#monitor/watchChange.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { parseTarget, type Target } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { graphLines } from './graphLines.ts';
import { problem } from './managers.ts';
import { placeLine } from './statusMoves.ts';
import { readLabel } from './watchLabel.ts';
import { placeProblems } from './placeProblems.ts';
import { type Places, readPlaces } from './watchPlaces.ts';

type Ask = ChatInputCommandInteraction<'cached'>;

const NAME = 150;

/**
 * /watch add: checks the address and what the bot may do in the channels, then saves the watch, posts and pins its status
 * message and answers with a link. A server that does not answer now is added all the same.
 */
export function answerAdd(ask: Ask, desk: Desk, t: Translate): Answer {
  const told = (embed: APIEmbed): Answer => ({
    seenBy: 'asker',
    make: () => ({ embeds: [embed] }),
  });
  const { options } = ask;
  const parsed = parseTarget(
    options.getString('server') ?? '',
    options.getString('game'),
    options.getString('encoding'),
  );
  if (!parsed.ok) {
    return told(targetProblemEmbed(parsed.problem, t));
  }
  const places = readPlaces(ask);
  if (places === null) {
    return told({ description: t('error.starting'), color: COLOURS.attention });
  }
  const problems = placeProblems(places, ask.guildId, t);
  if (problems.length > 0) {
    return told({ description: problems.join('\n\n'), color: COLOURS.attention });
  }
  const { target } = parsed;
  const joins: Watch['joins'] = options.getBoolean('join_leave') === true ? 'both' : 'off';
  const label = readLabel(ask) ?? null;
  return {
    seenBy: 'asker',
    async make(signal) {
      const graph = options.getBoolean('graph') === true;
      const wish = { desk, t, target, places, joins, label, graph, signal };
      return (await addWatch(ask, wish)).reply;
    },
  };
}

type Wish = {
  desk: Desk;
  t: Translate;
  target: Target;
  places: Places;
  joins: Watch['joins'];
  label?: Watch['label'];
  graph?: Watch['graph'];
  signal: AbortSignal;
};

/** Whether a watch was added; in a line that it was, or why not; and the whole answer. */
type Added = { added: boolean; words: string; reply: Reply };

const refused = (words: string): Added => ({ added: false, words, reply: problem(words) });

/** Saves a watch whose places will do. */
export async function addWatch(
  ask: Pick<Ask, 'guild' | 'guildId' | 'user'>,
  { desk, t, target, places, joins, label = null, graph = false, signal }: Wish,
): Promise<Added> {
  const { guildId } = ask;
  const most = desk.watchesPerGuild;
  const watch = newWatch(target, {
    channelId: places.status.id,
    noticeChannelId: places.notices.id,
    roleId: places.role?.id ?? null,
    joins,
    label,
    graph,
    createdAt: desk.now(),
  });
  // A courtesy, before the server is asked: what counts is what is found when the watch is saved.
  const foreseen = newWatchRefusal(await desk.store.guilds.get(guildId), watch, most);
  if (foreseen !== null) {
    return refused(refusalWords(foreseen, watch, most, t));
  }
  const snapshot = await desk.takeSnapshot(target, WATCHED_PARTS, signal);
  if (snapshot.reason === 'address-refused') {
    const embed = lookUpEmbed(snapshot, null, desk, t);
    return { added: false, words: offlineReason(snapshot, t), reply: { embeds: [embed] } };
  }
  const outcome = await desk.monitor.post(guildId, watch, most);
  if (outcome.kind === 'duplicate' || outcome.kind === 'full') {
    return refused(refusalWords(outcome.kind, watch, most, t));
  }
  await desk.watches.load(guildId);
  const place =
    outcome.kind === 'shared'
      ? placeLine(await desk.store.guilds.get(guildId), { ...watch, board: true }, t)
      : postedLine(guildId, watch, snapshot, outcome, t);
  const lacking = graphLines(ask, { ...watch, board: outcome.kind === 'shared' }, t);
  const about = [place, ...(graph && lacking.length === 0 ? [t('graph.soon')] : lacking)];
  const server = escaped(watch.label ?? serverName(snapshot, null), NAME);
  const words = t('watch.added.title', { server });
  const embed = { title: words, ...addedEmbed(watch, snapshot, about, outcome, t) };
  return { added: true, words, reply: { embeds: [embed] } };
}

/** Why the guild can not have this watch, in words. */
export function refusalWords(
  why: NewWatchRefusal,
  { channelId }: Pick<Watch, 'channelId'>,
  most: number,
  t: Translate,
): string {
  return why === 'duplicate'
    ? t('watch.duplicate', { channel: `<#${channelId}>` })
    : t('watch.full', { count: most });
}

function addedEmbed(
  watch: Watch,
  snapshot: Snapshot,
  about: readonly string[],
  outcome: PostOutcome,
  t: Translate,
): APIEmbed {
  const online = snapshot.state === 'online';
  const smooth = online && (outcome.kind === 'posted' || outcome.kind === 'shared');
  const lines = [
    ...about,
    outcome.kind === 'posted' && !outcome.pinned ? t('watch.added.notPinned') : null,
    online ? null : offlineReason(snapshot, t),
    t('watch.added.notices', { channel: `<#${watch.noticeChannelId}>` }),
    watch.roleId === null ? null : t('watch.added.pings', { role: `<@&${watch.roleId}>` }),
  ];
  const more = (count: number) => t('list.more', { count });
  const fields = [
    { name: t('field.cause'), value: causeWords(snapshot, null, t) },
    {
      name: t('field.tried'),
      value: joinWithin(triedLines(snapshot, true, t), '\n', LIMITS.fieldValue, more),
    },
  ];
  return {
    description: lines.filter((line) => line !== null).join('\n'),
    color: smooth ? COLOURS.good : COLOURS.attention,
    fields: online ? [] : fields.filter(({ value }) => value !== ''),
  };
}

/** Where the message stands, or why not yet. */
export function postedLine(
  guildId: string,
  { channelId }: Pick<Watch, 'channelId'>,
  { state }: Pick<Snapshot, 'state'>,
  outcome: PublishOutcome,
  t: Translate,
): string {
  switch (outcome.kind) {
    case 'posted': {
      const link = messageLink(guildId, channelId, outcome.messageId);
      return t(state === 'online' ? 'watch.added.online' : 'watch.added.offline', { link });
    }
    case 'trouble':
      return `${troubleWords({ kind: outcome.trouble, facts: outcome.facts }, t)}\n${t('watch.added.later')}`;
    default:
      return t('watch.added.later');
  }
}
