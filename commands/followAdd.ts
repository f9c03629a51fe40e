import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { faultWords } from '#discord/findPages.ts';
import { followName } from '#discord/followEmbed.ts';
import { escaped } from '#discord/foreignText.ts';
import { newId } from '#discord/newWatch.ts';
import { followRequest, MOST_FOLLOWED } from '#monitor/followStep.ts';
import type { Follow } from '#store/followDocument.ts';
import type { Translate } from '#text/texts.ts';
import { badSource, typedQuestion } from './findOptions.ts';
import { type Ask, problem } from './managers.ts';
import { postedLine } from './watchAdd.ts';
import { placeProblems } from './placeProblems.ts';
import { readPlaces } from './watchPlaces.ts';

const NAME = 200;

/** /follow add: checks the list and the channels, then posts the message and answers with a link. */
export async function addFollow(ask: Ask, desk: Desk, t: Translate): Promise<Reply> {
  const question = typedQuestion(ask);
  if (followRequest(question) === null) {
    return badSource(question.source, t);
  }
  const places = readPlaces(ask);
  if (places === null) {
    return problem(t('error.starting'));
  }
  const problems = placeProblems(places, ask.guildId, t);
  if (problems.length > 0) {
    return problem(problems.join('\n\n'));
  }
  const follow: Follow = {
    id: newId(),
    question,
    channelId: places.status.id,
    noticeChannelId: places.notices.id,
    roleId: places.role?.id ?? null,
    message: null,
    trouble: null,
    noticeTrouble: null,
    createdAt: desk.now(),
  };
  const outcome = await desk.monitor.follow(ask.guildId, follow, desk.watchesPerGuild);
  switch (outcome.kind) {
    case 'unread':
      return problem(faultWords(question.source, outcome.fault, t));
    case 'too-long':
      return problem(t('follow.add.tooLong', { total: outcome.total, count: MOST_FOLLOWED }));
    case 'full':
      return problem(t('watch.full', { count: desk.watchesPerGuild }));
    case 'duplicate':
      return problem(t('follow.duplicate', { channel: `<#${follow.channelId}>` }));
  }
  await desk.watches.load(ask.guildId);
  const lines = [
    postedLine(ask.guildId, follow, { state: 'online' }, outcome, t),
    t('follow.added.notices', { channel: `<#${follow.noticeChannelId}>` }),
    follow.roleId === null ? null : t('follow.added.pings', { role: `<@&${follow.roleId}>` }),
  ];
  return {
    embeds: [
      {
        title: t('follow.added.title', { list: escaped(followName(question, t), NAME) }),
        description: lines.filter((line) => line !== null).join('\n'),
        color: outcome.kind === 'posted' ? COLOURS.good : COLOURS.attention,
      },
    ],
  };
}
