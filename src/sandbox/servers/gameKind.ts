import type { Habits, Life } from './serverLife.ts';

/** What a server knows when it is asked. */
export type Moment = {
  readonly life: Life;
  /** The port it answers on. */
  readonly port: number;
  readonly hideNames: boolean;
  /** For the ids of split answers: one more with each. */
  readonly answerNumber: number;
};

/** The datagrams of one answer, in order; null when this kind of server never answers that question. */
export type Answer = readonly Uint8Array[] | null;

/** One kind of game server as it behaves on the wire. */
export type GameKind = {
  readonly id: string;
  /** The game's id as gamedig names it. */
  readonly game: string;
  readonly name: string;
  readonly habits: Habits;
  /** Whether even info is only given to somebody who echoes a challenge; players and rules always are. */
  readonly challengesInfo: boolean;
  readonly answersPing: Uint8Array | null;
  readonly bots: (life: Life) => readonly string[];
  readonly info: (moment: Moment) => Answer;
  readonly players: (moment: Moment) => Answer;
  readonly rules: (moment: Moment) => Answer;
};
