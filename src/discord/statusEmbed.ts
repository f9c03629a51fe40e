import type { APIEmbed, APIEmbedField } from 'discord.js';
import { REFRESH_AFTER_MS } from '#monitor/statusPlan.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Translate } from '#text/texts.ts';
import { contentHash } from './contentHash.ts';
import { joinWithin, withFields } from './embedBudget.ts';
import { escaped, inlineCode, plain } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { joinLink } from './joinLink.ts';
import { offlineFields } from './offlineFields.ts';
import { sampFields } from './sampWords.ts';
import { joinAddress } from './serverAddress.ts';
import {
  arkLine,
  colourCodes,
  gameName,
  offlineReason,
  playerCount,
  protocolName,
  rosterRemark,
  serverTitle,
  visibleNames,
} from './serverWords.ts';
import {
  FACES,
  faceOf,
  isPaused,
  isUnknown,
  type StatusPicture,
  stateLine,
  stillPicture,
} from './statusFace.ts';

/** Names in the "playing now" field; Discord's 1024 units are often less. */
const NAME = 40;
const SHORT = 120;
const MINUTE_MS = 60_000;

/**
 * The status of one server as an embed (pure; every foreign text escaped and cut). `t` speaks the language of those who will
 * read it.
 */
export function statusEmbed(picture: StatusPicture, t: Translate): APIEmbed {
  const face = faceOf(picture);
  const game = gameName(picture.snapshot, picture.lastSeen);
  const footer = footerText(picture, t);
  const embed: APIEmbed = {
    title: serverTitle(picture.snapshot, picture.lastSeen),
    description: headline(picture, t),
    color: FACES[face].colour,
    timestamp: new Date(picture.checkedAt).toISOString(),
    ...(game === null ? {} : { author: { name: plain(game, LIMITS.author) } }),
    ...(footer === '' ? {} : { footer: { text: footer } }),
  };
  const fields =
    picture.snapshot.state === 'online' ? onlineFields(picture, t) : offlineFields(picture, t);
  return withFields(embed, fields);
}

/** Hash of what people would notice. */
export function statusHash(picture: StatusPicture, t: Translate): string {
  return contentHash(statusEmbed(stillPicture(picture), t));
}

/** The status without a word of strangers, for when Discord refuses the whole one: state, address, numbers. */
export function bareStatusEmbed(picture: StatusPicture, t: Translate): APIEmbed {
  const face = faceOf(picture);
  const lines = [
    `${FACES[face].mark} **${t(`state.${face}`)}**`,
    inlineCode(joinAddress(picture.snapshot, picture.lastSeen), SHORT),
    picture.snapshot.state === 'online' ? playerCount(picture.snapshot, t) : '',
  ];
  return {
    description: lines.filter((line) => line !== '').join('\n'),
    color: FACES[face].colour,
    timestamp: new Date(picture.checkedAt).toISOString(),
  };
}

/** The state in words: what there is to say besides the numbers, or why the server is silent and what to do about it. */
export function headline(picture: StatusPicture, t: Translate): string {
  const { snapshot, availability } = picture;
  const lines = [stateLine(picture, t)];
  if (snapshot.state === 'online') {
    lines.push(arkLine(snapshot, t), availability === null ? foundElsewhere(snapshot, t) : '');
  } else if (picture.unseen) {
    lines.push(t('unseen.explained'));
  } else if (!isPaused(picture)) {
    lines.push(offlineReason(snapshot, t));
  }
  return lines.filter((line) => line !== '').join('\n');
}

/** For who named the port that people join at: it does not answer, another of the same server does. */
function foundElsewhere({ tried, target }: Snapshot, t: Translate): string {
  const [asked] = tried;
  return asked === undefined || asked.port === target.port
    ? ''
    : t('found.elsewhere', { asked: asked.port, port: target.port });
}

function onlineFields(picture: StatusPicture, t: Translate): APIEmbedField[] {
  const { snapshot } = picture;
  const colours = colourCodes(snapshot);
  const fields: APIEmbedField[] = [
    { name: t('field.players'), value: playerCount(snapshot, t), inline: true },
    { name: t('field.map'), value: escaped(snapshot.map ?? '', SHORT, colours), inline: true },
    { name: t('field.join'), value: joinWords(picture, t), inline: true },
    ...sampFields(snapshot, t),
    { name: t('field.playing'), value: playingNow(picture, t), inline: false },
  ];
  return fields.filter((field) => field.value !== '');
}

/** The address to copy and, where the operator has a page for that, a link that opens the game. */
function joinWords({ snapshot, lastSeen, joinUrl = null }: StatusPicture, t: Translate): string {
  const link = joinLink(joinUrl, snapshot, lastSeen);
  const address = inlineCode(joinAddress(snapshot, lastSeen), SHORT);
  return link === null ? address : `${address}\n[${t('join.connect')}](${link})`;
}

/**
 * Who plays, in at most `limit` units. Names in the order of the alphabet: the order of the wire changes without anything
 * having happened.
 */
export function playingNow(
  { snapshot }: Pick<StatusPicture, 'snapshot'>,
  t: Translate,
  limit: number = LIMITS.fieldValue,
): string {
  const colours = colourCodes(snapshot);
  const names = visibleNames(snapshot)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => inlineCode(name, NAME, colours));
  const remark = rosterRemark(snapshot, t);
  const room = limit - (remark === null ? 0 : remark.length + 1);
  const list = joinWithin(names, ' ', room, (count) => t('list.more', { count }));
  return [list, remark].filter(Boolean).join('\n');
}

/**
 * Version, how it was asked, what was odd, and how old it may get, by which people see that nobody keeps it current any more;
 * in places that render nothing.
 */
function footerText(picture: StatusPicture, t: Translate): string {
  const { snapshot, watch } = picture;
  const version = snapshot.ark?.version ?? snapshot.version;
  const problems = snapshot.problems.filter((line) => !isUsual(line, snapshot));
  const [first] = problems;
  const parts = [
    version === null ? null : t('footer.version', { version: plain(version, SHORT) }),
    snapshot.protocol === null
      ? null
      : t('footer.protocol', { protocol: plain(protocolName(snapshot.protocol), SHORT) }),
    snapshot.pingMs === null ? null : t('footer.ping', { ms: Math.round(snapshot.pingMs) }),
    first === undefined
      ? null
      : t('footer.problems', { count: problems.length, first: plain(first, SHORT) }),
    watch === undefined || isUnknown(picture)
      ? null
      : t('footer.renewed', { minutes: REFRESH_AFTER_MS / MINUTE_MS }),
  ];
  return plain(parts.filter((part) => part !== null).join(' · '), LIMITS.footer);
}

/**
 * What is nothing odd here: rules that never came, for a status shows none but ARK's; a list that is missing, for it says so
 * itself; and texts in a code page, where the protocol knows nothing else.
 */
function isUsual(problem: string, snapshot: StatusPicture['snapshot']): boolean {
  const [part] = problem.split(':', 1);
  return (
    part === 'roster' ||
    (part === 'rules' && snapshot.ark === null) ||
    (part === 'text' && snapshot.samp !== null)
  );
}
