/** One server as a list tells it. Null is what the source does not say, never "no". */
export type ListRow = {
  /** A numeric address; a host name from lists that hold such. */
  address: string;
  /** The port to ask the server on; null when the list does not tell it (the list of official ARK servers). */
  port: number | null;
  /** The port to play on, where the list tells it apart. */
  gamePort: number | null;
  /** Spectators' port. */
  tvPort: number | null;
  name: string | null;
  map: string | null;
  gamedir: string | null;
  version: string | null;
  gamemode: string | null;
  language: string | null;
  appId: number | null;
  /** 64 bits, as decimal text. */
  steamId: string | null;
  players: number | null;
  max: number | null;
  bots: number | null;
  password: boolean | null;
  secure: boolean | null;
  dedicated: boolean | null;
  os: 'linux' | 'windows' | 'mac' | null;
  /** Region byte; null for none. */
  region: number | null;
  tags: readonly string[];
  /** Reached through Steam's relay under an address that cannot be asked: the row is all there is (spec master 9.6). */
  fakeIp: boolean;
  ark: ArkListRow | null;
  /** When the owner of the list last heard of the server, ms since 1970. */
  heardAt: number | null;
};

/** What only the lists of ARK tell. */
type ArkListRow = {
  sessionId: string | null;
  pve: boolean | null;
  cluster: string | null;
  official: boolean | null;
  battleye: boolean | null;
  day: number | null;
  mods: readonly string[];
  platforms: string | null;
  /** What may be brought along from other servers. */
  downloads: { items: boolean | null; characters: boolean | null; dinos: boolean | null };
};

/** Why a list ended; the last two are those of web lists. */
export type ListEndReason =
  | 'end-mark'
  | 'empty-page'
  | 'no-progress'
  | 'silence'
  | 'limit'
  | 'whole'
  | 'cut';

/** What is known once a list has been read. */
export type ListEnd = {
  /** Whether the source gave all it has. */
  complete: boolean;
  reason: ListEndReason;
  /** Rows or addresses left out: no usable address, refused by the address policy, malformed. */
  skipped: number;
  /** What was odd, one English line each. */
  problems: readonly string[];
  /** When the source was read, ms since 1970: earlier than now for a kept copy. */
  readAt: number;
};

/**
 * A list, page by page as it comes, each page the rows that were not on one before; how it ended is the value of the
 * generator. Throws ListError. Leaving the loop early ends the asking.
 */
export type ServerList = AsyncGenerator<readonly ListRow[], ListEnd, undefined>;

/** A row of which only the address is known. */
export function blankRow(address: string, port: number | null): ListRow {
  return {
    address,
    port,
    gamePort: null,
    tvPort: null,
    name: null,
    map: null,
    gamedir: null,
    version: null,
    gamemode: null,
    language: null,
    appId: null,
    steamId: null,
    players: null,
    max: null,
    bots: null,
    password: null,
    secure: null,
    dedicated: null,
    os: null,
    region: null,
    tags: [],
    fakeIp: false,
    ark: null,
    heardAt: null,
  };
}

/** Reads a list to its end: for those who want it whole. Throws ListError. */
export async function collectList(list: ServerList): Promise<{ rows: ListRow[]; end: ListEnd }> {
  const pages: (readonly ListRow[])[] = [];
  for (;;) {
    const next = await list.next();
    if (next.done) {
      return { rows: pages.flat(), end: next.value };
    }
    pages.push(next.value);
  }
}
