import { textOf } from '#bytes/byteReader.ts';
import type { SampExtraInfo } from '#codec/samp/extraInfo.ts';
import { isCut } from '#codec/text/chooseEncoding.ts';
import { decodeTextAs } from '#codec/text/textEncoding.ts';
import { infoTexts, type SampAnswer } from '#query/sampAnswer.ts';
import { blankSnapshot } from './blankSnapshot.ts';
import { withoutControls } from './serverText.ts';
import type { Roster, Rules, SampDetails, Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';
import { discordLink, webLink } from './webLink.ts';

/** More slots than any server has: a fake, shown as sent (spec samp case 29). */
const MOST_SLOTS = 1_000;

/**
 * The Snapshot that the bytes of a SA:MP or open.mp conversation determine (spec samp). Counts are those of `i` alone:
 * a list is another datagram, and stays away above 100 players (cases 16, 27).
 */
export function fromSamp(answer: SampAnswer, target: Target): Snapshot {
  const { info } = answer;
  const codePage = decodeTextAs(target.encoding ?? answer.encoding.encoding);
  const decode = (bytes: Uint8Array) => textOf(bytes, codePage);
  const texts = infoTexts(info).map((sample) => readText(decode(sample.bytes), isCut(sample)));
  const [name, gamemode, language] = texts;
  const values = ruleValues(answer, decode);
  return {
    ...blankSnapshot(target),
    protocol: answer.openmp === true ? 'openmp' : 'samp',
    name: name?.text ?? '',
    map: values.get('mapname')?.value ?? null,
    version: values.get('version')?.value ?? null,
    players: { online: info.players, max: info.max, bots: null, connecting: null },
    roster: rosterOf(answer, decode),
    rules: rulesOf(answer, values),
    password: info.password,
    samp: {
      gamemode: gamemode?.text ?? '',
      language: language?.text ?? '',
      openmp: answer.openmp,
      website: webLink(values.get('weburl')?.value ?? ''),
      links: answer.links === null ? null : linksOf(answer.links, decode),
    },
    pingMs: answer.pingMs === null ? null : Math.round(answer.pingMs * 10) / 10,
    problems: [...problemsOf(answer, target, texts), ...answer.problems],
  };
}

/**
 * A server that answers pings and nothing else is online with its query switched off (case 19): nobody is told that it
 * is down, and `reason` says why nothing is known.
 */
export function queryDisabledSnapshot(
  target: Target,
  openmp: boolean | null,
  detail: string,
): Snapshot {
  return {
    ...blankSnapshot(target),
    reason: 'query-disabled',
    detail,
    protocol: openmp === true ? 'openmp' : 'samp',
  };
}

type ReadText = { text: string; cut: boolean };

/** For people: no control characters, nothing behind a NUL, no half character where a server cut (case 31, section 4). */
function readText(decoded: string, cut: boolean): ReadText {
  return { text: clean(cut ? decoded.replace(/\ufffd+$/, '') : decoded), cut };
}

function clean(decoded: string): string {
  if (IS_PLAIN.test(decoded)) {
    return decoded;
  }
  const [text = ''] = decoded.split('\0', 1);
  return withoutControls(text);
}

/** As nearly all of it is. */
const IS_PLAIN = /^[\x20-\x7e]*$/;

type Decode = (bytes: Uint8Array) => string;
type RuleValues = ReadonlyMap<string, { name: string; value: string }>;

/** By lower-cased name: the last of equal names wins, empty names are left out (case 32). */
function ruleValues({ rules }: SampAnswer, decode: Decode): RuleValues {
  const pairs = rules.state === 'answered' ? rules.value.pairs : [];
  return new Map(
    pairs
      .map((pair) => ({ name: clean(decode(pair.name)), value: clean(decode(pair.value)) }))
      .filter(({ name }) => name !== '')
      .map((rule) => [rule.name.toLowerCase(), rule]),
  );
}

function rulesOf({ rules }: SampAnswer, values: RuleValues): Rules {
  if (rules.state !== 'answered') {
    return { state: 'unavailable', values: {} };
  }
  return {
    state: rules.value.complete ? 'complete' : 'partial',
    // fromEntries defines each name as its own, "__proto__" too.
    values: Object.fromEntries([...values.values()].map(({ name, value }) => [name, value])),
  };
}

function rosterOf({ players }: SampAnswer, decode: Decode): Roster {
  if (players.state !== 'answered') {
    return { state: 'unavailable', players: [] };
  }
  const { declared, entries, complete } = players.value;
  // Plugins hide players and count them (case 9); all of them hidden is not "everybody left".
  if (complete && declared > 0 && entries.length === 0) {
    return { state: 'hidden', players: [] };
  }
  return {
    state: complete ? 'complete' : 'partial',
    players: entries.map(({ name, score, ping }) => ({
      name: clean(decode(name)),
      score,
      seconds: null,
      ping,
    })),
  };
}

function linksOf(links: SampExtraInfo, decode: Decode): SampDetails['links'] {
  return {
    discord: discordLink(decode(links.discord)),
    lightBanner: webLink(decode(links.lightBanner)),
    darkBanner: webLink(decode(links.darkBanner)),
    logo: links.logo === null ? null : webLink(decode(links.logo)),
  };
}

function problemsOf(answer: SampAnswer, target: Target, texts: readonly ReadText[]): string[] {
  const { info, rules, players, encoding } = answer;
  const guessed = target.encoding === undefined && encoding.encoding !== 'utf-8';
  const wanting = [
    ['roster', players],
    ['rules', rules],
  ] as const;
  return [
    ...['name', 'gamemode', 'language'].flatMap((field, at) =>
      texts[at]?.cut === true ? [`${field}: cut`] : [],
    ),
    ...(guessed ? [`text: not UTF-8, read as ${encoding.encoding}`] : []),
    ...(info.players > info.max ? [`players above max: ${info.players}/${info.max}`] : []),
    ...(info.max > MOST_SLOTS ? [`max above ${MOST_SLOTS}: ${info.max}`] : []),
    ...wanting.flatMap(([name, part]) =>
      part.state === 'answered' || part.reason === 'not asked' ? [] : [`${name}: ${part.reason}`],
    ),
  ];
}
