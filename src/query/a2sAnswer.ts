import type { A2sInfo } from '#codec/a2s/info.ts';
import type { A2sPlayers } from '#codec/a2s/players.ts';
import type { A2sRules } from '#codec/a2s/rules.ts';
import type { GoldsrcInfo } from '#codec/goldsrc/info.ts';

/**
 * A part that may be missing from an answer. silent: asked, no answer. failed: what came could not be used. rested: wanted, but
 * not asked for this time, because it never is answered. skipped: not asked for. `reason` is an English line for the terminal
 * and the log.
 */
export type Part<T> =
  | { state: 'answered'; value: T }
  | { state: 'silent' | 'failed' | 'rested' | 'skipped'; reason: string };

/** What a server said. At least one of the two infos is there; both when it answers as 6D and as 49 (spec a2s case 64). */
export type A2sAnswer = {
  info: A2sInfo | null;
  goldsrcInfo: GoldsrcInfo | null;
  players: Part<A2sPlayers>;
  rules: Part<A2sRules>;
  /** First round trip in ms. */
  pingMs: number;
  /** What was odd in the conversation, one English line each; what was odd in a packet stands in its value. */
  problems: string[];
};
