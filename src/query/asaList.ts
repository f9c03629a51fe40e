import { parseDayTime } from '#codec/ark/dayTime.ts';
import { splitArkName } from '#codec/ark/name.ts';
import { parseAddress } from '#codec/master/address.ts';
import { type JsonFields, jsonFields } from './jsonFields.ts';
import { blankRow, type ListRow } from './listRow.ts';

const PORTS = 65_535;
const APP_ID = 2_399_830;

/**
 * One row of the lists of ARK: Survival Ascended (spec master section 10): any field may be missing, numbers come as text.
 * Null for what is no server with an address.
 */
export function asaRow(value: unknown): ListRow | null {
  const fields = jsonFields(value);
  const address = parseAddress(fields?.text('IP') ?? '')?.address;
  const port = fields?.count('Port') ?? 0;
  if (fields === null || address === undefined || port < 1 || port > PORTS) {
    return null;
  }
  const session = splitArkName(fields.text('SessionName') ?? '');
  return {
    ...blankRow(address, port),
    gamePort: port,
    name: fields.text('Name') ?? (session.title === '' ? null : session.title),
    map: fields.text('MapName'),
    version: versionOf(fields) ?? session.version,
    appId: APP_ID,
    players: fields.count('NumPlayers'),
    max: fields.count('MaxPlayers'),
    password: fields.flag('HasPassword'),
    dedicated: true,
    ark: {
      sessionId: fields.text('SessionID'),
      pve: fields.flag('SessionIsPve'),
      cluster: fields.text('ClusterId'),
      official: fields.flag('IsOfficial'),
      battleye: fields.flag('Battleye'),
      day: parseDayTime(fields.text('DayTime') ?? '').day,
      mods: fields.text('ModIDs')?.split(',') ?? [],
      platforms: fields.text('PlatformType'),
      downloads: {
        items: fields.flag('AllowDownloadItems'),
        characters: fields.flag('AllowDownloadChars'),
        dinos: fields.flag('AllowDownloadDinos'),
      },
    },
    heardAt: fields.count('LastUpdated'),
  };
}

function versionOf(fields: JsonFields): string | null {
  const build = fields.count('BuildId');
  const minor = fields.count('MinorBuildId');
  return build === null || minor === null ? null : `${build}.${minor}`;
}
