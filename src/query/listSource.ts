import { parseRegion } from '#codec/master/region.ts';

/** Where a list comes from. */
export type ListSource =
  | { kind: WebListName }
  /** The servers that registered with our own master server. */
  | { kind: 'registered' }
  /** A master server, by host name or address. */
  | { kind: 'master'; host: string; port: number };

/** Lists on the web, by the names people type. */
const WEB_LISTS = ['steam', 'ark-official', 'asa-official', 'asa-unofficial', 'openmp'] as const;
export type WebListName = (typeof WEB_LISTS)[number];

/** All lists that have a name. */
export const LIST_NAMES = [...WEB_LISTS, 'registered'] as const;

/** The port of master servers when none is given. */
const MASTER_PORT = 27_010;

/** Reads a source as people type it: a name of a web list, "registered", or HOST[:PORT] of a master server. Null when it is neither. */
export function parseListSource(text: string): ListSource | null {
  const wanted = text.trim();
  const name = LIST_NAMES.find((each) => each === wanted.toLowerCase());
  if (name !== undefined) {
    return { kind: name };
  }
  const [, host = '', digits] =
    /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(wanted) ?? [];
  const port = digits === undefined ? MASTER_PORT : Number(digits);
  // A bare word is more likely a name that was mistyped than a host of the local network.
  const isHost = host.includes('.') || digits !== undefined || host === 'localhost';
  return isHost && port > 0 && port < 65_536 ? { kind: 'master', host, port } : null;
}

/** The name of a source, as it is typed. */
export function listSourceName(source: ListSource): string {
  return source.kind === 'master' ? `${source.host}:${source.port}` : source.kind;
}

/** The region byte of a query, from its name such as "europe" or two hexadecimal digits such as "03"; null for anything else. */
export function parseListRegion(text: string): number | null {
  return parseRegion(text.trim());
}
