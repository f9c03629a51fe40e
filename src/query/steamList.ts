import { parseAddress } from '#codec/master/address.ts';
import { type JsonFields, jsonFields } from './jsonFields.ts';
import { ListError } from './listError.ts';
import { blankRow, type ListRow } from './listRow.ts';

const SOURCE = 'steam';
const SYSTEMS: Readonly<Record<string, ListRow['os']>> = { l: 'linux', w: 'windows', m: 'mac' };

/** Why Steam lists a server of an address, or does not (GetServersAtAddress). */
export type SteamListing = {
  address: string;
  port: number | null;
  gamePort: number | null;
  appId: number | null;
  gamedir: string | null;
  secure: boolean | null;
  lan: boolean | null;
  /** Steam's own word for why it hides the server, such as "bad_version"; null when it does not. */
  reject: string | null;
};

/**
 * The rows of GetServerList (spec master section 9), each address once, and how many had none. `{"response":{}}` is an
 * empty list; anything without a response is a ListError `bad-reply`.
 */
export function steamRows(document: unknown): { rows: ListRow[]; told: number; skipped: number } {
  const servers = responseOf(document).list('servers') ?? [];
  const rows = new Map<string, ListRow>();
  let skipped = 0;
  for (const server of servers) {
    const row = steamRow(server);
    if (row === null) {
      skipped += 1;
    } else if (!rows.has(`${row.address}:${row.port}`)) {
      rows.set(`${row.address}:${row.port}`, row);
    }
  }
  return { rows: [...rows.values()], told: servers.length, skipped };
}

function steamRow(value: unknown): ListRow | null {
  const fields = jsonFields(value);
  const found = parseAddress(fields?.text('addr') ?? '');
  if (fields === null || !found?.port) {
    return null;
  }
  const region = fields.count('region');
  return {
    ...blankRow(found.address, found.port),
    gamePort: fields.count('gameport') || null,
    tvPort: fields.count('specport') || null,
    name: fields.text('name'),
    map: fields.text('map'),
    gamedir: fields.text('gamedir'),
    version: fields.text('version'),
    appId: fields.count('appid'),
    steamId: fields.text('steamid'),
    players: fields.count('players'),
    max: fields.count('max_players'),
    bots: fields.count('bots'),
    // The row has no word on passwords: "secure" is VAC (spec master case 35).
    secure: fields.flag('secure'),
    dedicated: fields.flag('dedicated'),
    os: SYSTEMS[fields.text('os') ?? ''] ?? null,
    region: region === 255 ? null : region,
    tags: fields.text('gametype')?.split(',') ?? [],
    fakeIp: found.address.startsWith('169.254.'),
  };
}

/** The rows of GetServersAtAddress. Throws ListError `bad-request` with Steam's message when it refuses the address. */
export function steamListings(document: unknown): SteamListing[] {
  const response = responseOf(document);
  if (response.flag('success') !== true) {
    const message = response.text('message') ?? 'no reason given';
    throw new ListError('bad-request', SOURCE, `Steam does not take this address: ${message}`);
  }
  return (response.list('servers') ?? []).flatMap((server) => {
    const fields = jsonFields(server);
    const found = parseAddress(fields?.text('addr') ?? '');
    return fields === null || found === null ? [] : [steamListing(found, fields)];
  });
}

function steamListing(
  found: { address: string; port: number | null },
  fields: JsonFields,
): SteamListing {
  return {
    ...found,
    gamePort: fields.count('gameport') || null,
    appId: fields.count('appid'),
    gamedir: fields.text('gamedir'),
    secure: fields.flag('secure'),
    lan: fields.flag('lan'),
    reject: fields.text('reject'),
  };
}

function responseOf(document: unknown): JsonFields {
  const fields = jsonFields(document);
  const response =
    typeof document === 'object' && document !== null && 'response' in document
      ? jsonFields(document.response)
      : null;
  if (fields === null || response === null) {
    throw new ListError(
      'bad-reply',
      SOURCE,
      'Steam answered with something that is no list of servers: try again later.',
    );
  }
  return response;
}
