import type { ServerOs, ServerReport } from '#codec/master/serverReport.ts';
import { ListError } from './listError.ts';
import { blankRow, type ListRow, type ServerList } from './listRow.ts';

/** A server that registered with our own master server: what it said, and what it answered. */
type RegisteredServer = {
  address: string;
  port: number;
  /** Ms since 1970. */
  lastHeartbeatAt: number;
  claimed: ServerReport;
  answered: {
    name: string;
    map: string;
    players: number;
    max: number;
    bots: number | null;
    version: string | null;
    appId: number | null;
    type: string | null;
    os: ServerOs | null;
    password: boolean;
    secure: boolean | null;
    tags: readonly string[] | null;
  } | null;
};

const SOURCE = 'registered';
const NO_REGION = 255;
const SYSTEMS = { l: 'linux', w: 'windows', m: 'mac' } as const;

/** Those that a filter fits, at most so many; of a master server in another process they come from the store. */
export type ReadRegistered = (
  filter: string,
  most: number,
) => readonly RegisteredServer[] | Promise<readonly RegisteredServer[]>;

/** The list of our own master server, without a question over the network. Throws ListError when none runs here. */
export async function* listRegistered(
  servers: ReadRegistered | null,
  options: {
    request: { filter?: string };
    notes: readonly string[];
    region: number | null;
    limit: number;
    now: () => number;
  },
): ServerList {
  const { request, notes, region, limit, now } = options;
  if (servers === null) {
    throw new ListError(
      'source-failed',
      SOURCE,
      'No master server runs here: set MASTER_LISTEN, and let servers register with it.',
    );
  }
  const registered = await servers(request.filter ?? '', Number.MAX_SAFE_INTEGER);
  const found = registered
    .map(registeredRow)
    .filter((row) => region === null || row.region === region);
  yield found.slice(0, limit);
  const complete = found.length <= limit;
  const reason = complete ? 'whole' : 'limit';
  return { complete, reason, skipped: 0, problems: notes, readAt: now() };
}

/** What it answered wins over what it said of itself. */
function registeredRow({ claimed, answered, ...server }: RegisteredServer): ListRow {
  const told = <K extends BothTell>(field: K) => answered?.[field] ?? claimed[field];
  const os = told('os');
  const type = told('type');
  return {
    ...blankRow(server.address, server.port),
    name: answered?.name ?? null,
    map: told('map'),
    gamedir: claimed.gamedir,
    version: told('version'),
    appId: answered?.appId ?? null,
    players: told('players'),
    max: told('max'),
    bots: told('bots'),
    password: told('password'),
    secure: told('secure'),
    dedicated: type === null ? null : type === 'd',
    os: os === null ? null : SYSTEMS[os],
    region: claimed.region === NO_REGION ? null : claimed.region,
    tags: told('tags'),
    heardAt: server.lastHeartbeatAt,
  };
}

type BothTell = Exclude<keyof NonNullable<RegisteredServer['answered']>, 'name' | 'appId'>;
