import type { BlindReason } from './sight.ts';

/** A time in which nothing could be seen. */
export type Blindness = {
  /** Since when (ms), and why as was found first. */
  from: number;
  why: BlindReason;
  /** Since when the references are well and yet all is silent (ms); null = they are not. */
  silentSince: number | null;
};

/** With good references, silence is believed to be the servers' after so long (ms). */
const BELIEVED_AFTER_MS = 900_000;
/** A shorter blindness is not worth a message (ms). */
const WORTH_TELLING_MS = 120_000;

/** What a judgement leads to: whether its misses count, and the blindness that is over and to be told. */
export type BlindStep = {
  after: Blindness | null;
  counts: boolean;
  over: { from: number; to: number; why: BlindReason } | null;
};

/**
 * One judgement more. Silence with good references ends as our fault after a quarter of an hour: then it is the servers, and
 * they are told as down. Pure.
 */
export function stepBlindness(
  before: Blindness | null,
  why: BlindReason | null,
  { from, now }: { from: number; now: number },
): BlindStep {
  if (why === null) {
    const believed = before !== null && isBelieved(before, now);
    const long = before !== null && now - before.from >= WORTH_TELLING_MS;
    const over = long && !believed ? { from: before.from, to: now, why: before.why } : null;
    return { after: null, counts: true, over };
  }
  const silentSince = why === 'silence' ? (before?.silentSince ?? from) : null;
  const after = { from: before?.from ?? from, why: before?.why ?? why, silentSince };
  return { after, counts: isBelieved(after, now), over: null };
}

const isBelieved = ({ silentSince }: Blindness, now: number): boolean =>
  silentSince !== null && now - silentSince >= BELIEVED_AFTER_MS;

/** As a small text for the store, and back; null = no blindness, or a text that is none. */
export const writeBlindness = (blindness: Blindness | null): string =>
  blindness === null ? '' : JSON.stringify(blindness);

const REASONS: readonly BlindReason[] = ['gateway', 'dns', 'network', 'silence'];

/** Reads what writeBlindness() wrote. */
export function readBlindness(text: string | null): Blindness | null {
  const [from, why, silent] =
    /^\{"from":(\d+),"why":"(\w+)","silentSince":(\d+|null)\}$/.exec(text ?? '')?.slice(1) ?? [];
  const reason = REASONS.find((known) => known === why);
  return reason === undefined
    ? null
    : { from: Number(from), why: reason, silentSince: silent === 'null' ? null : Number(silent) };
}
