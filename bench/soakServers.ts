import { setTimeout as pause } from 'node:timers/promises';
import type { TakeSnapshot } from '#monitor/observeServer.ts';
import { blankSnapshot } from '#snapshot/blankSnapshot.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';

/** One in so many servers looks different at a look; one in so many is silent at times. */
const CHANGES = 10;
const SILENT = 200;
const PLAYERS = 20;
const LATENCY_MS = 20;

/** A small number made of an address: the same one each time. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

/** Servers that answer after a while, of which some change and few fall silent for five looks in ten. */
export function changingServers(): { takeSnapshot: TakeSnapshot } {
  const looks = new Map<string, number>();
  return {
    async takeSnapshot({ host, port }): Promise<Snapshot> {
      await pause(LATENCY_MS);
      const look = (looks.get(host) ?? 0) + 1;
      looks.set(host, look);
      const number = numberOf(host);
      const blank = blankSnapshot({ host, port: port ?? 27015, game: null });
      const target = { ...blank.target, address: host };
      if (number % SILENT === 0 && look % 10 >= 4 && look % 10 <= 8) {
        return { ...blank, target, state: 'offline', reason: 'timeout' };
      }
      const turn = Math.floor((look + number) / CHANGES);
      const players = Array.from({ length: PLAYERS }, (_, n) => ({
        name: `Player ${(turn + n) % 50}`,
        score: 0,
        seconds: look * 60 + n,
        ping: null,
      }));
      return {
        ...blank,
        target,
        state: 'online',
        protocol: 'source',
        name: `Server ${host}`,
        map: 'valley',
        players: { online: PLAYERS, max: 32, bots: 0, connecting: null },
        roster: { state: 'complete', players },
      };
    },
  };
}
