import type { ServerAddress } from '#codec/master/address.ts';
import type { ServerFacts } from '#codec/master/filterMatch.ts';
import type { ServerReport } from '#codec/master/serverReport.ts';
import type { AnsweredFacts } from './answeredFacts.ts';

/** A game server that has registered, as it survives a restart. Times in ms since 1970. */
export type Registration = ServerAddress & {
  firstHeartbeatAt: number;
  lastHeartbeatAt: number;
  /** When it last answered the master's own question; null = never. */
  answeredAt: number | null;
  /** What its last heartbeat said. */
  claimed: ServerReport;
  answered: AnsweredFacts | null;
};

/** Where registrations are kept. Every method may throw: the master goes on and tries again. */
export type RegistrationStore = {
  all(): Promise<Registration[]>;
  put(registration: Registration): Promise<void>;
  delete(server: ServerAddress): Promise<void>;
};

/** What filters ask about: the answer where there is one, else the claim (spec master section 6). */
export function factsOf(
  { address, port, claimed, answered }: Registration,
  white: boolean,
): ServerFacts {
  return {
    address,
    port,
    gamedir: claimed.gamedir,
    map: answered?.map ?? claimed.map,
    type: answered?.type ?? claimed.type,
    os: answered?.os ?? claimed.os,
    secure: answered?.secure ?? claimed.secure,
    password: answered?.password ?? claimed.password,
    players: answered?.players ?? claimed.players,
    max: answered?.max ?? claimed.max,
    tags: answered?.tags ?? claimed.tags,
    version: answered?.version ?? claimed.version,
    name: answered?.name ?? null,
    appId: answered?.appId ?? null,
    white,
  };
}
