import type { APIEmbedField } from 'discord.js';
import type { Translate } from '#text/texts.ts';
import { joinWithin } from './embedBudget.ts';
import { escaped, inlineCode } from './foreignText.ts';
import { causeWords } from './likelyCause.ts';
import { LIMITS } from './limits.ts';
import { joinAddress } from './serverAddress.ts';
import { onlineOfMax, timeStamp, triedLines } from './serverWords.ts';
import { faceOf, isUnknown, type StatusPicture } from './statusFace.ts';

const SHORT = 120;
const TRIED = 8;

/** What helps with a server that does not answer: the likely cause, what it was like before, what was tried, its address. */
export function offlineFields(picture: StatusPicture, t: Translate): APIEmbedField[] {
  const { snapshot, availability, lastSeen } = picture;
  const isKnown = !isUnknown(picture);
  const tried = isKnown ? triedLines(snapshot, availability === null, t).slice(0, TRIED) : [];
  const more = (count: number) => t('list.more', { count });
  const isJudged = isKnown && faceOf(picture) !== 'checking';
  const fields: APIEmbedField[] = [
    { name: t('field.cause'), value: isJudged ? causeWords(snapshot, lastSeen, t) : '' },
    { name: t('field.lastSeen'), value: lastSeenWords(lastSeen, t) },
    { name: t('field.tried'), value: joinWithin(tried, '\n', LIMITS.fieldValue, more) },
    { name: t('field.address'), value: inlineCode(joinAddress(snapshot, lastSeen), SHORT) },
  ];
  return fields.filter((field) => field.value !== '');
}

function lastSeenWords(lastSeen: StatusPicture['lastSeen'], t: Translate): string {
  if (lastSeen === null) {
    return '';
  }
  const players = onlineOfMax(lastSeen);
  return [
    timeStamp(lastSeen.at),
    players === null ? null : t('lastSeen.players', { players }),
    lastSeen.map === null ? null : escaped(lastSeen.map, SHORT),
  ]
    .filter(Boolean)
    .join(' · ');
}
