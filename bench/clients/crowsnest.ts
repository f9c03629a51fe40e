import { listMaster } from '#query/listMaster.ts';
import { createMasterPace } from '#query/masterPace.ts';
import { openQueryCore } from '#snapshot/queryCore.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { BenchAnswer, Peer } from '../benchServer.ts';
import { answerOf, askEach, type BenchClient, type ClientFile, type Setting } from './client.ts';

/**
 * The core bounds itself by the receive buffer it was granted, and lets no more than 1,024 in: more only queue. Where answers
 * come at once few keep it busy, and each that waits is one more thing in memory.
 */
const AT_ONCE = { near: 16, far: 1_024 };

export const client: ClientFile = {
  a2s: (setting) => snapshots(setting, 'source'),
  samp: (setting) => snapshots(setting, 'samp'),
  master: listOfMaster,
};

/** Whole Snapshots, asked for as a person does: all servers of one host would else take turns. */
function snapshots(setting: Setting, game: 'source' | 'samp'): BenchClient {
  const core = openQueryCore({
    allowPrivateAddresses: true,
    timeoutMs: setting.timeoutMs,
    freshForMs: 0,
  });
  const ask = async ({ host, port }: Peer) =>
    answerOfSnapshot(await core.takeSnapshot({ host, port, game }, ['info', 'players', 'rules']));
  return askEach(setting, AT_ONCE, ask, core.close);
}

function answerOfSnapshot(snapshot: Snapshot): BenchAnswer | null {
  const { state, name, map, samp, roster, rules } = snapshot;
  return state === 'offline'
    ? null
    : answerOf(
        { name: name ?? '', map: samp?.gamemode ?? map ?? '' },
        roster.players,
        Object.values(rules.values),
      );
}

function listOfMaster({ servers, peerOf }: Setting): BenchClient {
  const sockets = openUdpSockets({ sockets: 1 });
  const master = peerOf(0);
  return {
    async play(heard) {
      const pages = listMaster(
        sockets,
        { address: master.host, port: master.port },
        {
          pace: createMasterPace({ queries: null }),
          accept: () => true,
          maxServers: servers + 1,
        },
      );
      for await (const page of pages) {
        for (const { address, port } of page) {
          heard.listed(address, port ?? 0);
        }
      }
    },
    close: () => sockets.close(),
  };
}
