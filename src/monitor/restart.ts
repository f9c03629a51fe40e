import type { Snapshot } from '#snapshot/snapshot.ts';
import type { ServerDocument } from '#store/serverDocument.ts';

/** Whoever is away longer than this was not only started again (ms). */
export const LONGEST_RESTART_MS = 300_000;
/** Rounding of connect times and uptimes (ms). */
const SLACK_MS = 2_000;
/** One person leaving is no sign; so many at once are. */
const CROWD = 2;

/** The server's own clock, where it publishes one as a rule: ms since its start. */
function uptimeOf({ rules }: Snapshot): number {
  const found = Object.entries(rules.values).find(([name]) => /^(sv_)?uptime$/i.test(name));
  return found === undefined ? Number.NaN : Number(found[1]) * 1000;
}

/** Everybody came after the last answer: their times are shorter than the gap. */
function allAreNew({ roster }: Snapshot, gapMs: number): boolean {
  const named = roster.players.filter(({ name }) => name.trim() !== '');
  const isNew = ({ seconds }: (typeof named)[number]) =>
    seconds !== null && seconds * 1000 < gapMs + SLACK_MS;
  return roster.state === 'complete' && named.length > 0 && named.every(isNew);
}

/**
 * Whether a server that answers was started again since its last answer: its own uptime says so, or it missed for a short
 * time and has another map, nobody left of a crowd, or only newcomers. Pure.
 */
export function beganAnew(before: ServerDocument, snapshot: Snapshot, at: number): boolean {
  const { availability, lastSeen } = before;
  if (availability.lastAnswerAt === null || lastSeen === null) {
    return false;
  }
  const gapMs = at - availability.lastAnswerAt;
  if (uptimeOf(snapshot) + SLACK_MS < gapMs) {
    return true;
  }
  const emptied = (lastSeen.online ?? 0) >= CROWD && snapshot.players.online === 0;
  const moved = snapshot.map !== null && snapshot.map !== lastSeen.map;
  const differs = moved || emptied || allAreNew(snapshot, gapMs);
  return availability.misses > 0 && gapMs <= LONGEST_RESTART_MS && differs;
}
