import { type A2sInfo, serverKind, serverOs } from '#codec/a2s/info.ts';
import { sortRules } from '#codec/a2s/rulePages.ts';
import { ruleValues } from '#codec/a2s/rules.ts';
import { parseKeywords } from '#codec/ark/keywords.ts';
import type { A2sAnswer, Part } from '#query/a2sAnswer.ts';
import { blankSnapshot } from './blankSnapshot.ts';
import { trueCounts } from './counts.ts';
import { arkDetails } from './fromArk.ts';
import { armaRules } from './fromArma.ts';
import type { CountRule } from './game.ts';
import { findGame, findGameByApp } from './games.ts';
import { rosterOf } from './roster.ts';
import { type ServerText, serverText } from './serverText.ts';
import type { Rules, Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

/** The fields of A2S_INFO in either form, texts as they came from rawText. */
type Info = {
  protocol: 'source' | 'goldsrc';
  name: string;
  map: string;
  folder: string;
  description: string;
  version: string | null;
  appId: number | null;
  gameId: bigint | null;
  steamId: bigint | null;
  players: number;
  max: number;
  bots: number | null;
  password: boolean;
  secure: boolean | null;
  serverType: string;
  os: string;
  port: number | null;
  tv: { port: number; name: string } | null;
  keywords: string | null;
  problems: readonly string[];
};

/**
 * The Snapshot that the bytes of an A2S conversation determine (spec a2s section 0). The conversation must have been held
 * with rawText: the code page is chosen here, from all its texts. Where the counts stand follows from the game that
 * answered, else from the game the person named.
 */
export function fromA2s(answer: A2sAnswer, target: Target): Snapshot {
  const info = infoOf(answer);
  const text = serverText([info.name, info.map, info.description], target.encoding);
  const rules = readRules(answer, text);
  const isShip = (answer.info?.ship ?? null) !== null;
  const roster = rosterOf(answer.players, text, { appId: info.appId, isShip });
  const countRule = countRuleOf(info.appId, target.game);
  const keywords = info.keywords === null ? null : text.asSent(info.keywords);
  const { online, max, connecting, problem } = trueCounts(countRule, {
    info,
    keywords,
    rules: rules.values,
    roster,
  });
  const base: Snapshot = {
    ...blankSnapshot(target),
    protocol: info.protocol,
    name: text.clean(info.name),
    map: text.clean(info.map),
    folder: text.clean(info.folder),
    description: text.clean(info.description),
    version: info.version === null ? null : text.clean(info.version),
    appId: info.appId,
    gameId: info.gameId?.toString() ?? null,
    steamId: info.steamId?.toString() ?? null,
    players: { online, max, bots: info.bots, connecting },
    roster,
    rules: { state: rules.state, values: rules.values },
    password: info.password,
    secure: info.secure,
    kind: serverKind(info.serverType),
    os: serverOs(info.os),
    gamePort: info.port === 0 ? null : info.port,
    tv: info.tv === null ? null : { port: info.tv.port, name: text.clean(info.tv.name) },
    keywords,
    tags: tagsOf(keywords),
    arma: rules.arma,
    pingMs: Math.round(answer.pingMs * 10) / 10,
    problems: [
      ...info.problems,
      ...(text.guessed ? [`text: not UTF-8, read as ${text.encoding}`] : []),
      ...(problem === null ? [] : [problem]),
      ...answer.problems,
      ...unanswered('players', answer.players),
      ...unanswered('rules', answer.rules),
      ...rules.problems,
    ],
  };
  return ownFields(countRule, base, text.asSent(info.name));
}

/** Whether the true count stands in rules: what info counts are ghosts (spec a2s case 91, spec ark section 4). */
export function countsNeedRules(info: A2sInfo, target: Target): boolean {
  switch (countRuleOf(appIdOf(info), target.game)) {
    case 'squad':
    case 'battalion':
      return true;
    case 'ark':
      return !parseKeywords(info.keywords ?? '').has('numopenpubconn');
    default:
      return false;
  }
}

/** Larger ids than the 16 bits in front stand in the game id. */
const appIdOf = ({ gameId, appId }: A2sInfo): number =>
  Number((gameId ?? 0n) & 0xff_ffffn) || appId;

function infoOf({ info, goldsrcInfo }: A2sAnswer): Info {
  if (info !== null) {
    return {
      ...info,
      protocol: 'source',
      description: info.game,
      appId: appIdOf(info),
      max: info.maxPlayers,
    };
  }
  if (goldsrcInfo === null) {
    throw new TypeError('an A2S answer without info');
  }
  return {
    ...goldsrcInfo,
    protocol: 'goldsrc',
    description: goldsrcInfo.game,
    version: null,
    appId: null,
    gameId: null,
    steamId: null,
    max: goldsrcInfo.maxPlayers,
    port: null,
    tv: null,
    keywords: null,
  };
}

function countRuleOf(appId: number | null, game: string | null): CountRule {
  const row = findGameByApp(appId) ?? (game === null ? null : findGame(game));
  return row?.counts ?? 'info';
}

function unanswered(name: string, part: Part<unknown>): string[] {
  const missing = part.state !== 'answered' && part.state !== 'skipped';
  return missing ? [`${name}: ${part.reason}`] : [];
}

type ReadRules = Rules & { arma: Snapshot['arma']; problems: string[] };

function readRules({ rules }: A2sAnswer, text: ServerText): ReadRules {
  if (rules.state !== 'answered') {
    return { state: 'unavailable', values: {}, arma: null, problems: [] };
  }
  const { pages, plain } = sortRules(rules.value.pairs);
  const arma = armaRules(pages, text);
  return {
    state: rules.value.complete && arma.complete ? 'complete' : 'partial',
    values: ruleValues({ pairs: plain }, text.decode),
    arma: arma.details,
    problems: arma.problems,
  };
}

/** What only one game family publishes, or publishes in another place. */
function ownFields(rule: CountRule, snapshot: Snapshot, nameAsSent: string): Snapshot {
  switch (rule) {
    case 'ark':
      return withArk(snapshot, nameAsSent);
    case 'battalion':
      return withBattalion(snapshot);
    default:
      return snapshot;
  }
}

function withArk(snapshot: Snapshot, nameAsSent: string): Snapshot {
  const { keywords, rules, roster, players } = snapshot;
  const ark = arkDetails({ name: nameAsSent, keywords, rules: rules.values });
  // Nameless entries while nobody plays are ghosts of failed joins, not hidden players (spec a2s case 90).
  const onlyGhosts = roster.state === 'hidden' && players.online === 0;
  return {
    ...snapshot,
    ark,
    password: ark.password ?? snapshot.password,
    roster: onlyGhosts ? { ...roster, state: 'complete' } : roster,
  };
}

/** Battalion 1944 keeps name, map and password in its rules and lists nobody (spec a2s case 110). */
function withBattalion(snapshot: Snapshot): Snapshot {
  const { values } = snapshot.rules;
  const { roster, players } = snapshot;
  const listsNobody = roster.players.length === 0 && players.online !== 0;
  const password = values.bat_has_password_s;
  return {
    ...snapshot,
    name: values.bat_name_s ?? snapshot.name,
    map: values.bat_map_s ?? snapshot.map,
    password: password === undefined ? snapshot.password : password === 'Y',
    roster: listsNobody && roster.state === 'complete' ? { ...roster, state: 'hidden' } : roster,
  };
}

/** Keywords taken apart at the separator the game uses (spec a2s case 51); a convenience, `keywords` is what was sent. */
function tagsOf(keywords: string | null): string[] {
  const separator = [',', ';', '|', ' '].find((one) => keywords?.includes(one)) ?? ',';
  return (keywords ?? '').split(separator).filter((tag) => tag !== '');
}
