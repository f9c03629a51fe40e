import type { SampInfo } from '#codec/samp/info.ts';
import type { SampPlayers } from '#codec/samp/players.ts';
import type { SampListOpcode, SampMemory } from './sampMemory.ts';

/** What a caller may want of a server; info always comes along. */
export type SampAskedPart = 'info' | 'players' | 'rules';

/** The opcodes of a poll; RCON is a conversation of its own. */
export type SampPollOpcode = 'i' | 'p' | 'o' | SampListOpcode;

/** What a conversation knows so far. */
export type SampKnown = {
  parts: readonly SampAskedPart[];
  memory: SampMemory;
  /** Ask also for parts that were silent lately: a person wants to see them. */
  insist: boolean;
  now: number;
  info: SampInfo | null;
  /** What the rules that came say of it; null while none came. */
  openmp: boolean | null;
  players: SampPlayers | null;
  /** Opcodes that are over: answered, or asked as often as it is worth. */
  closed: ReadonlySet<SampPollOpcode>;
};

/** How often an opcode is asked before its silence counts. */
export const SAMP_TRIES: Readonly<Record<SampPollOpcode, number>> = {
  i: 2,
  p: 1,
  r: 2,
  c: 2,
  d: 2,
  o: 1,
};

/** Above it, both server families tell no list (spec samp case 16). */
const MOST_LISTED = 100;

const LINKS_EVERY_MS = 60 * 60_000;

/** What to ask next; null when the conversation has all it can get. The steps of spec samp section 5. */
export function nextOpcode(known: SampKnown): SampPollOpcode | null {
  const { info, closed } = known;
  if (info === null) {
    return (['i', 'p'] as const).find((opcode) => !closed.has(opcode)) ?? null;
  }
  if (wantsRules(known) && !closed.has('r') && isDue(known, 'r')) {
    return 'r';
  }
  const list = nextList(known, info);
  return list ?? (wantsLinks(known) && !closed.has('o') ? 'o' : null);
}

/** Everything that would still be asked if nothing were answered any more, in order. */
export function opcodesAhead(known: SampKnown): SampPollOpcode[] {
  const closed = new Set(known.closed);
  const ahead: SampPollOpcode[] = [];
  for (
    let next = nextOpcode({ ...known, closed });
    next !== null;
    next = nextOpcode({ ...known, closed })
  ) {
    ahead.push(next);
    closed.add(next);
  }
  return ahead;
}

/** Whether the server runs open.mp, by its rules now or the last time they came (case 17); null when nothing told. */
export function isOpenmp({ openmp, memory }: Pick<SampKnown, 'openmp' | 'memory'>): boolean | null {
  return openmp ?? memory.openmp;
}

/** Why the list is not asked for at all; null when it is. */
export function listSkipReason(known: SampKnown): string | null {
  const players = known.info?.players ?? 0;
  if (!known.parts.includes('players')) {
    return 'not asked';
  }
  if (players > MOST_LISTED) {
    return `more than ${MOST_LISTED} players (${players}): SA:MP servers tell no list then`;
  }
  return listOrder(known).some((opcode) => isDue(known, opcode))
    ? null
    : 'never answered lately: asked again later';
}

function nextList(known: SampKnown, info: SampInfo): 'c' | 'd' | null {
  if (known.players !== null || info.players === 0 || listSkipReason(known) !== null) {
    return null;
  }
  const open = listOrder(known).filter((opcode) => !known.closed.has(opcode));
  return open.find((opcode) => isDue(known, opcode)) ?? null;
}

/** open.mp has no `d` (case 17); whoever has it tells pings by it. */
function listOrder(known: SampKnown): readonly ('c' | 'd')[] {
  const openmp = isOpenmp(known);
  if (openmp === true) {
    return ['c'];
  }
  return openmp === null && known.memory.list === 'c' ? ['c', 'd'] : ['d', 'c'];
}

/** The rules also tell which list to ask for, so they are wanted until that is known. */
function wantsRules({ parts, memory }: SampKnown): boolean {
  return parts.includes('rules') || (parts.includes('players') && memory.openmp === null);
}

/** Links change seldom, so they are asked for once an hour, and only where the rules said open.mp (case 34). */
function wantsLinks(known: SampKnown): boolean {
  const { parts, memory, now } = known;
  const due = memory.links === null || now - memory.links.askedAt >= LINKS_EVERY_MS;
  return due && parts.includes('rules') && isOpenmp(known) === true;
}

function isDue({ memory, now, insist }: SampKnown, opcode: SampListOpcode): boolean {
  return insist || memory.lists[opcode].askAgainAt <= now;
}
