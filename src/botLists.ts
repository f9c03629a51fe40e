import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { answeredFacts } from '#masterServer/answeredFacts.ts';
import { createRegisteredCopy } from '#masterServer/registeredCopy.ts';
import { createFarewells, type Farewells } from '#masterServer/farewells.ts';
import { type MasterServer, startMasterServer } from '#masterServer/startMasterServer.ts';
import { createA2sMemory } from '#query/a2sMemory.ts';
import { askA2s } from '#query/askA2s.ts';
import { openConversations } from '#query/conversations.ts';
import { openServerLists } from '#query/serverLists.ts';
import { mirroredListUrls } from '#query/webList.ts';
import { createOfficialArk, type OfficialArk } from '#snapshot/officialArk.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import { createServerFinder, type ServerFinder } from '#snapshot/serverFinder.ts';
import type { Store } from '#store/openStore.ts';
import { isFirst, type ShardScope } from '#store/shardScope.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { TransportError } from '#transport/transportError.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import type { Config } from './config.ts';

/** Lists of servers: those of others, and our own when game servers may register here. */
export type BotLists = {
  finder: ServerFinder;
  officialArk: OfficialArk;
  /** Whether a silent server that registers here said goodbye. */
  farewellOf: Farewells['of'];
  /** Null when none runs: not wanted, or its port is taken. */
  master: MasterServer | null;
  /** Stops being a master, writes what is to be kept, and ends what is being asked. */
  close(): Promise<void>;
};

const USER_AGENT = 'crowsnest (Discord bot that watches game servers)';

/** Opens all of it. The sockets are its own: a list of thousands must not get in the way of those who are watched. */
export async function openLists(parts: {
  config: Config;
  /** Only the first process is a master server: servers register at one place. */
  scope: ShardScope;
  store: Store;
  core: QueryCore;
  now: () => number;
  log: Logger;
  /** Called when a server came onto the list of our own master server, or went. */
  onRegistered: () => void;
}): Promise<BotLists> {
  const { config, store, core, now, log } = parts;
  const farewells = createFarewells(now);
  const onError = (error: Error): void => log.warn({ err: error }, 'a socket of the lists: error');
  const sockets = openUdpSockets({ sockets: 1, onError });
  const conversations = openConversations({ sockets });
  const closeSockets = (): void => {
    conversations.close();
    sockets.close();
  };
  const listen = isFirst(parts.scope) ? config.masterListen : null;
  const { allowPrivateAddresses: allowPrivate, steamKey } = config;
  const askBack: Parameters<typeof startMasterServer>[0]['askBack'] = async (server, signal) => {
    const question = { parts: [], memory: createA2sMemory(), polite: true, signal };
    return answeredFacts(await askA2s(conversations, server, question));
  };
  try {
    const master =
      listen === null
        ? null
        : await startOrWarn({
            ...{ listen, askBack, store: store.registrations, allowPrivate, log, now },
            onChange: (change) => {
              const { kind, registration, ...why } = change;
              const { address, port } = registration;
              log.debug({ event: `master-${kind}`, address, port, ...why }, 'the list changed');
              farewells.note(change);
              parts.onRegistered();
            },
          });
    const isElsewhere = config.masterListen !== null && !isFirst(parts.scope);
    const elsewhere = isElsewhere
      ? createRegisteredCopy({ store: store.registrations, allowPrivate, now, log })
      : null;
    const lists = openServerLists({
      ...{ sockets, steamKey, allowPrivate, now },
      resolver: createResolver({ now: () => performance.now() }),
      http: createHttpClient({ userAgent: USER_AGENT }),
      urls: mirroredListUrls(config.listUrls),
      ownMaster: () => master,
      registered: master === null ? elsewhere : master.servers,
    });
    return {
      finder: createServerFinder({
        lists,
        takeSnapshot: core.takeSnapshot,
        newId: () => randomBytes(6).toString('hex'),
        now,
      }),
      officialArk: createOfficialArk({
        lists,
        now,
        onFailure: (error) =>
          log.warn({ err: error }, 'the list of official ARK servers: not read'),
      }),
      farewellOf: farewells.of,
      master,
      async close() {
        await master?.close();
        closeSockets();
      },
    };
  } catch (error) {
    closeSockets();
    throw error;
  }
}

/** A bot that is no master server is better than none: a port that is taken is a warning. */
async function startOrWarn(
  options: Parameters<typeof startMasterServer>[0],
): Promise<MasterServer | null> {
  try {
    return await startMasterServer(options);
  } catch (error) {
    if (!(error instanceof TransportError)) {
      throw error;
    }
    const words = 'no master server: set MASTER_LISTEN to a free address, or to off';
    options.log.warn({ err: error }, words);
    return null;
  }
}
