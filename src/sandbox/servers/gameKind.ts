import type { Heartbeat } from './heartbeat.ts';
import type { Habits, Life, Visitor } from './serverLife.ts';

/** What a server knows when it is asked. */
export type Moment = {
  readonly life: Life;
  /** The port it answers on. */
  readonly port: number;
  readonly hideNames: boolean;
  /** Counts the answers of this server; split answers carry it as their id. */
  readonly answerNumber: number;
};

/** The datagrams of one answer, in order; null when this kind of server never answers that question. */
export type Answer = readonly Uint8Array[] | null;

/** One kind of game server as it behaves on the wire. */
export type GameKind = {
  readonly id: string;
  /** The game's id as gamedig names it. */
  readonly game: string;
  /** What the game is called, for people. */
  readonly gameName: string;
  readonly name: string;
  readonly habits: Habits;
  /** Whether it publishes no names unless it is told to. */
  readonly hidesNames: boolean;
  /** Whether even info is only given to somebody who echoes a challenge; players and rules always are. */
  readonly challengesInfo: boolean;
  /** The answer to a GoldSrc ping and to a bare request for a challenge, which newer engines ignore (spec a2s cases 13, 16). */
  readonly answersOldRequests: boolean;
  /** How it registers with master servers; null for a kind that does not. */
  readonly heartbeat: Heartbeat | null;
  /** Names of the bots that play at this moment. */
  readonly bots: (life: Life) => readonly string[];
  readonly info: (moment: Moment) => Answer;
  readonly players: (moment: Moment) => Answer;
  readonly rules: (moment: Moment) => Answer;
};

/** Seconds since somebody joined. */
export function secondsPlayed(visitor: Visitor, now: number): number {
  return Math.max(0, now - visitor.joinedAt) / 1000;
}

/** Points somebody made on the map that is being played. */
export function score(visitor: Visitor, life: Life): number {
  const minutes = (life.at - Math.max(visitor.joinedAt, life.mapSince)) / 60_000;
  return Math.max(0, Math.floor(minutes * visitor.skill));
}
