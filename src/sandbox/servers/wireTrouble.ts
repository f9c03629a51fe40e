import { type Dice, dice } from './seededRandom.ts';

/** What is wrong on the way to a server. */
export type WireTrouble = {
  /** Every answer comes so many ms later. */
  readonly lagMs: number;
  /** So many of a hundred datagrams are lost, each way. */
  readonly lossPercent: number;
  /** Somebody floods it with questions: of ours, most drown and the others wait. */
  readonly flooded: boolean;
};

export const NO_TROUBLE: WireTrouble = { lagMs: 0, lossPercent: 0, flooded: false };

const DROWNED_PERCENT = 75;
const MOST_QUEUED_MS = 400;

/** Decides what becomes of each datagram; the same state of chance decides the same. */
export type Wire = {
  /** Whether a question reaches the server; one that a flood does not touch is `spared` from drowning. */
  arrives(trouble: WireTrouble, spared: boolean): boolean;
  /** The answers that get back. */
  survivors(trouble: WireTrouble, answers: readonly Uint8Array[]): readonly Uint8Array[];
  /** How much later they leave, ms. */
  delayMs(trouble: WireTrouble): number;
};

/** A way on which chance goes on from `state`. */
export function createWire(state: number): Wire {
  const fate: Dice = dice(state);
  const happens = (percent: number) => percent > 0 && fate.roll() * 100 < percent;
  return {
    arrives: ({ lossPercent, flooded }, spared) =>
      !happens(lossPercent) && !(flooded && !spared && happens(DROWNED_PERCENT)),
    survivors: ({ lossPercent }, answers) =>
      lossPercent === 0 ? answers : answers.filter(() => !happens(lossPercent)),
    delayMs: ({ lagMs, flooded }) => lagMs + (flooded ? fate.whole(0, MOST_QUEUED_MS) : 0),
  };
}
