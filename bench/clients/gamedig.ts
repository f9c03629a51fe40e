import { GameDig } from 'gamedig';
import type { Peer } from '../benchServer.ts';
import { answerOf, askEach, type BenchClient, type ClientFile, type Setting } from './client.ts';

/** So many answers fit the default receive buffer of its one socket (64 servers; from 128 on answers are lost). */
const AT_ONCE = { near: 64, far: 64 };

export const client: ClientFile = {
  a2s: (setting) => oneObject(setting, 'protocol-valve'),
  samp: (setting) => oneObject(setting, 'protocol-samp'),
};

/** One object, which has one socket; one port, both lists asked for. */
function oneObject(setting: Setting, type: string): BenchClient {
  const gamedig = new GameDig();
  const ask = async ({ host, port }: Peer) => {
    const state = await gamedig.query({
      type,
      host,
      port,
      givenPortOnly: true,
      requestPlayers: true,
      requestRules: true,
      maxRetries: 0,
      socketTimeout: setting.timeoutMs,
    });
    const { name, map, players, bots, raw } = state as {
      name: string;
      map: string;
      players: { raw: Record<string, unknown> }[];
      bots: { raw: Record<string, unknown> }[];
      raw: { gamemode?: string; rules: Record<string, string> };
    };
    return answerOf(
      { name, map: raw.gamemode ?? map },
      [...players, ...bots].map((player) => player.raw),
      Object.values(raw.rules),
    );
  };
  return askEach(setting, AT_ONCE, ask);
}
