import type { SampExtraInfo } from '#codec/samp/extraInfo.ts';
import type { SampTarget } from '#codec/samp/header.ts';
import type { SampInfo } from '#codec/samp/info.ts';
import type { SampPlayers } from '#codec/samp/players.ts';
import type { SampRules } from '#codec/samp/rules.ts';
import type { Part } from './a2sAnswer.ts';
import { noteList } from './a2sMemory.ts';
import { QueryError } from './queryError.ts';
import { type SampAnswer, sampEncoding } from './sampAnswer.ts';
import { isOpenmp, listSkipReason, type SampKnown, type SampPollOpcode } from './sampPlan.ts';

/** What came and what went in one conversation, by opcode. */
export type SampFindings = {
  info: SampInfo | null;
  rules: SampRules | null;
  /** Whether these rules are those of open.mp; null while none came. */
  openmp: boolean | null;
  players: SampPlayers | null;
  links: SampExtraInfo | null;
  /** Opcodes that were answered with something that could be read. */
  answered: Set<SampPollOpcode>;
  /** Answered, or asked as often as it is worth. */
  closed: Set<SampPollOpcode>;
  tries: Map<SampPollOpcode, number>;
  /** Why the last body under this opcode could not be read. */
  bad: Map<SampPollOpcode, string>;
  pingMs: number | null;
  /** Addresses that a reply named in place of the one asked (spec samp case 1). */
  strangeEchoes: Set<string>;
};

export function nothingFound(): SampFindings {
  return {
    info: null,
    rules: null,
    openmp: null,
    players: null,
    links: null,
    answered: new Set(),
    closed: new Set(),
    tries: new Map(),
    bad: new Map(),
    pingMs: null,
    strangeEchoes: new Set(),
  };
}

const EMPTY_LIST: SampPlayers = { declared: 0, entries: [], complete: true, trailing: 0 };

/** What a conversation without info means (spec samp section 5, step 2). */
export function sampFailure(found: SampFindings, peer: SampTarget): QueryError {
  const place = `${peer.address}:${peer.port}`;
  const bad = found.bad.get('i');
  if (bad !== undefined) {
    return new QueryError(
      'bad-reply',
      `${place} answers, but not with SA:MP info (${bad}): is this the server's own port?`,
    );
  }
  if (found.answered.has('p')) {
    return new QueryError(
      'query-disabled',
      `${place} is online with its query switched off ("query 0"): it answers pings and nothing else.`,
    );
  }
  return new QueryError(
    'timeout',
    `No SA:MP answer from ${place}: it is down, restarting, or does not answer this machine.`,
  );
}

/** The answer that the findings add up to. */
export function sampAnswer(found: SampFindings & { info: SampInfo }, known: SampKnown): SampAnswer {
  const { memory } = known;
  const rules = rulesPart(found, known);
  const players = playersPart(found, known);
  return {
    info: found.info,
    rules,
    players,
    links: found.links ?? memory.links?.value ?? null,
    openmp: isOpenmp(known),
    encoding: sampEncoding({ info: found.info, rules, players }, memory.encoding),
    pingMs: found.pingMs,
    problems: oddities(found),
  };
}

/** Writes down for the next conversation what this one found out. */
export function remember(found: SampFindings, answer: SampAnswer, known: SampKnown): void {
  const { memory, now } = known;
  memory.openmp = answer.openmp;
  memory.encoding = answer.encoding;
  memory.language = new Uint8Array(answer.info.language);
  if (found.tries.has('o')) {
    memory.links = { askedAt: now, value: found.links ?? memory.links?.value ?? null };
  }
  for (const opcode of ['r', 'c', 'd'] as const) {
    const answered = found.answered.has(opcode);
    if (answered || found.closed.has(opcode)) {
      noteList(memory.lists[opcode], answered, now);
    }
    if (answered && opcode !== 'r') {
      memory.list = opcode;
    }
  }
}

function rulesPart(found: SampFindings, { parts }: SampKnown): Part<SampRules> {
  if (found.rules !== null) {
    return { state: 'answered', value: found.rules };
  }
  return parts.includes('rules')
    ? missing(found, ['r'], 'never answered lately: asked again later')
    : { state: 'skipped', reason: 'not asked' };
}

function playersPart(
  found: SampFindings & { info: SampInfo },
  known: SampKnown,
): Part<SampPlayers> {
  const online = found.info.players;
  if (found.players !== null) {
    return found.players.declared === 0 && online > 0
      ? { state: 'failed', reason: `the list says nobody is on, the info says ${online}` }
      : { state: 'answered', value: found.players };
  }
  const skipped = listSkipReason(known);
  if (skipped === null && online === 0) {
    return { state: 'answered', value: EMPTY_LIST };
  }
  return missing(found, ['c', 'd'], skipped ?? 'no time was left to ask');
}

function missing(
  found: SampFindings,
  opcodes: readonly SampPollOpcode[],
  skipped: string,
): Part<never> {
  const bad = opcodes.flatMap((opcode) => found.bad.get(opcode) ?? []);
  if (bad.length > 0) {
    return { state: 'failed', reason: bad.join('; ') };
  }
  const asked = opcodes.filter((opcode) => found.tries.has(opcode));
  return asked.length > 0
    ? { state: 'silent', reason: `no answer to ${asked.join(' and ')}` }
    : { state: 'skipped', reason: skipped };
}

function oddities(found: SampFindings): string[] {
  const { info, rules, players, links } = found;
  const unlisted = players === null ? 0 : players.declared - players.entries.length;
  return [
    ...[...found.strangeEchoes].map((echo) => `header echo differs: ${echo}`),
    ...Object.entries({ info, rules, list: players, links }).flatMap(([part, value]) =>
      value !== null && value.trailing > 0 ? [`${part}: ${value.trailing} trailing bytes`] : [],
    ),
    ...(players?.complete && unlisted > 0 ? [`list: ${unlisted} counted but not listed`] : []),
    ...(players?.complete === false ? [`list: cut after ${players.entries.length} players`] : []),
    ...(rules?.complete === false ? [`rules: cut after ${rules.pairs.length} rules`] : []),
    ...[...found.bad].map(([opcode, why]) => `${opcode}: a body that could not be read (${why})`),
  ];
}
