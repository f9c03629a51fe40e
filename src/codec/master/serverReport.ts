/** What a game server says of itself in a heartbeat, read and made safe; null or empty where it says nothing. */
export type ServerReport = {
  protocol: number | null;
  gamedir: string;
  product: string;
  map: string;
  version: string;
  players: number;
  max: number;
  bots: number;
  type: ServerType | null;
  os: ServerOs | null;
  password: boolean | null;
  secure: boolean | null;
  /** A server for the local network only. */
  lan: boolean | null;
  /** The region byte; 255 for none. */
  region: number;
  /** From gametype. */
  tags: readonly string[];
  /** Keys that are none of the above, the challenge left out. */
  others: Record<string, string>;
  /** A number was out of its range and was brought back into it: not to be believed until the server was asked. */
  clamped: boolean;
};

/** Dedicated, listen, proxy. */
export type ServerType = 'd' | 'l' | 'p';
/** Linux, Windows, macOS. */
export type ServerOs = 'l' | 'w' | 'm';

/** The engines that send heartbeats, by the order and the choice of their keys (spec master section 5). */
export type HeartbeatEngine = 'goldsrc' | 'source' | 'orangebox' | 'xash';

const ORDERS: Readonly<Record<HeartbeatEngine, readonly string[]>> = {
  goldsrc: words('gamedir map type password os secure lan version region product'),
  source: words('gamedir map password os lan region type secure version product'),
  orangebox: words('gamedir map password os lan region gametype type secure version product'),
  xash: words('gamedir map type password os secure lan version region product nat'),
};
const HEAD = words('protocol challenge players max bots');
const READ = new Set([...HEAD, ...ORDERS.orangebox, 'dedicated']);
const MOST = 65_535;
/** Longer than any map or version, and what Steam keeps of tags. */
const TEXT_BYTES = 127;
const NO_REGION = 255;

/**
 * Reads the fields of a heartbeat: numbers are brought into their range (players to max), texts lose control characters and
 * what is beyond 127 bytes (spec master section 6). Never throws.
 */
export function readServerReport(fields: ReadonlyMap<string, string>): ServerReport {
  const max = readNumber(fields.get('max'), MOST);
  const players = readNumber(fields.get('players'), max.value);
  const bots = readNumber(fields.get('bots'), max.value);
  const text = (key: string) => cleanText(fields.get(key) ?? '');
  return {
    protocol: fields.has('protocol') ? readNumber(fields.get('protocol'), MOST).value : null,
    gamedir: text('gamedir'),
    product: text('product'),
    map: text('map'),
    version: text('version'),
    players: players.value,
    max: max.value,
    bots: bots.value,
    type: readType(fields),
    os: oneOf(['l', 'w', 'm'] as const, fields.get('os')),
    password: readFlag(fields.get('password')),
    secure: readFlag(fields.get('secure')),
    lan: readFlag(fields.get('lan')),
    region: readRegion(fields.get('region')),
    tags: splitTags(text('gametype')),
    others: Object.fromEntries(
      [...fields]
        .filter(([key]) => !READ.has(key))
        .map(([key, value]) => [cleanText(key), cleanText(value)]),
    ),
    clamped: max.clamped || players.clamped || bots.clamped,
  };
}

/** The fields of a heartbeat in the order of one engine, `others` last; what the report does not say is left out. */
export function reportFields(
  report: ServerReport,
  { engine, challenge }: { engine: HeartbeatEngine; challenge: number },
): [key: string, value: string][] {
  const flag = (value: boolean | null) => (value === null ? null : Number(value));
  const noRegion = engine === 'orangebox' ? -1 : NO_REGION;
  const values: Record<string, string | number | null> = {
    ...report.others,
    ...report,
    challenge,
    password: flag(report.password),
    secure: flag(report.secure),
    lan: flag(report.lan),
    region: report.region === NO_REGION ? noRegion : report.region,
    gametype: report.tags.length === 0 ? null : report.tags.join(','),
    others: null,
    tags: null,
    clamped: null,
  };
  const others = Object.keys(report.others).filter((key) => !ORDERS[engine].includes(key));
  return [...HEAD, ...ORDERS[engine], ...others].flatMap((key) => {
    const value = values[key] ?? null;
    return value === null ? [] : [[key, String(value)]];
  });
}

/** The tags of a server: split at commas, blanks around them and empty ones dropped. */
export function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Without control characters, and not more than 127 bytes of UTF-8. */
export function cleanText(text: string): string {
  let clean = text.replace(/\p{Cc}/gu, '');
  while (new TextEncoder().encode(clean).length > TEXT_BYTES) {
    clean = Array.from(clean)
      .slice(0, Math.min(TEXT_BYTES, clean.length - 1))
      .join('');
  }
  return clean;
}

function readNumber(text: string | undefined, most: number): { value: number; clamped: boolean } {
  if (text === undefined || !/^-?\d{1,15}$/.test(text)) {
    return { value: 0, clamped: text !== undefined };
  }
  const value = Math.min(most, Math.max(0, Number(text)));
  return { value, clamped: value !== Number(text) };
}

/** Before Half-Life 1.1.0.8 dedicated\1 stood in place of type\d. */
function readType(fields: ReadonlyMap<string, string>): ServerType | null {
  const type = oneOf(['d', 'l', 'p'] as const, fields.get('type'));
  if (type !== null) {
    return type;
  }
  const dedicated = readFlag(fields.get('dedicated'));
  return dedicated === null ? null : dedicated ? 'd' : 'l';
}

/** 255 and -1 are no region. */
function readRegion(text: string | undefined): number {
  const region = text === undefined || text === '' ? NO_REGION : Number(text);
  return Number.isInteger(region) && region >= 0 && region < NO_REGION ? region : NO_REGION;
}

function readFlag(text: string | undefined): boolean | null {
  return text === '1' ? true : text === '0' ? false : null;
}

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | null {
  return known.find((letter) => letter === text?.toLowerCase()) ?? null;
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
