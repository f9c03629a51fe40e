import { findGame, findUnaskable } from './games.ts';

/** One server as a person names it. `port` null = the game's default; `encoding` null = UTF-8, guessed when it is not. */
export type Target = {
  /** ASCII: a lower-case name (IDN as punycode), a dotted IPv4 address or an IPv6 address without brackets. */
  host: string;
  port: number | null;
  /** Id in the games table, or null when the person did not say. */
  game: string | null;
  /** Label of a code page, e.g. "windows-1251". */
  encoding?: string;
};

/** What is wrong with an address as typed; the text for people is chosen by `kind`. */
export type TargetProblem = {
  kind:
    | 'empty'
    | 'bad-host'
    | 'bad-port'
    | 'port-zero'
    | 'port-too-large'
    | 'port-needed'
    | 'unknown-game'
    | 'not-by-address'
    | 'bad-encoding'
    | 'fake-ip';
  /** The part that is wrong, as typed; never a password. */
  given: string;
};

/** The target, or what is wrong with it. */
export type ParsedTarget = { ok: true; target: Target } | { ok: false; problem: TargetProblem };

const refuse = (kind: TargetProblem['kind'], given: string): ParsedTarget => ({
  ok: false,
  problem: { kind, given: given.slice(0, 100) },
});

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const NAME_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** `steam://connect/HOST:PORT/password`, `samp://HOST:PORT`, the console's `connect HOST:PORT`, or the address alone. */
function withoutWrapping(text: string): string {
  const bare = text.trim().replace(/^[<`"]+|[>`"]+$/g, '');
  const link = /^(?:steam:\/\/connect\/|samp:\/\/|connect\s+)([^/;\s?]*)/i.exec(bare);
  return link?.[1] ?? bare;
}

/** Splits "host:port", "host,port", "[v6]:port"; the port is null when none was typed. */
function splitPort(address: string): { host: string; port: string | null } {
  const bracketed = /^\[([^\]]*)\](?:[:,](.*))?$/.exec(address);
  if (bracketed !== null) {
    return { host: `[${bracketed[1] ?? ''}]`, port: bracketed[2] ?? null };
  }
  const colons = address.split(':').length - 1;
  if (colons > 1) {
    return { host: `[${address}]`, port: null };
  }
  const parts = /^([^:,]*)(?:[:,](.*))?$/.exec(address);
  return { host: parts?.[1]?.trim() ?? '', port: parts?.[2]?.trim() ?? null };
}

/** The host in the form that is looked up, or null when it cannot be one. */
function canonicalHost(host: string): string | null {
  const url = URL.parse(`http://${host}/`);
  if (url === null || url.port !== '' || url.username !== '' || url.pathname !== '/') {
    return null;
  }
  if (url.hostname.startsWith('[')) {
    return url.hostname.slice(1, -1);
  }
  const name = url.hostname.replace(/\.$/, '');
  // The URL rules read "12345" and "010.1.1.1" as addresses; nobody means that.
  if (IPV4.test(name)) {
    return name === host ? name : null;
  }
  const labels = name.split('.');
  return name.length <= 253 && labels.every((label) => NAME_LABEL.test(label)) ? name : null;
}

function portProblem(port: string): TargetProblem['kind'] | null {
  if (!/^\d{1,9}$/.test(port)) {
    return 'bad-port';
  }
  if (Number(port) === 0) {
    return 'port-zero';
  }
  return Number(port) > 65_535 ? 'port-too-large' : null;
}

function knowsEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/**
 * Reads HOST, HOST:PORT, HOST,PORT, [IPv6]:PORT, an international name, a steam://connect or samp:// link
 * (spec a2s case 129). Nothing is looked up here. Never throws.
 */
export function parseTarget(
  text: string,
  game: string | null = null,
  encoding: string | null = null,
): ParsedTarget {
  const address = withoutWrapping(text);
  if (address === '') {
    return refuse('empty', '');
  }
  const parts = splitPort(address);
  const host = canonicalHost(parts.host);
  if (host === null) {
    return refuse('bad-host', parts.host);
  }
  const badPort = parts.port === null ? null : portProblem(parts.port);
  if (badPort !== null) {
    return refuse(badPort, parts.port ?? '');
  }
  // Steam Datagram Relay hands out 169.254.0.0/16 "addresses" that only its own client can reach (case 128).
  if (host.startsWith('169.254.')) {
    return refuse('fake-ip', host);
  }
  if (encoding !== null && !knowsEncoding(encoding)) {
    return refuse('bad-encoding', encoding);
  }
  const target: Target = {
    host,
    port: parts.port === null ? null : Number(parts.port),
    game: null,
  };
  return withGame(encoding === null ? target : { ...target, encoding }, game?.trim() ?? '');
}

function withGame(target: Target, game: string): ParsedTarget {
  const found = game === '' ? null : findGame(game);
  if (found === null && game !== '') {
    const unaskable = findUnaskable(game);
    return unaskable === null ? refuse('unknown-game', game) : refuse('not-by-address', unaskable);
  }
  const port = target.port ?? found?.queryPort ?? null;
  return port === null
    ? refuse('port-needed', target.host)
    : { ok: true, target: { ...target, game: found?.id ?? null } };
}

/** One English line for the terminal: what is wrong and what to type instead. */
export function describeTargetProblem({ kind, given }: TargetProblem): string {
  const lines: Record<TargetProblem['kind'], string> = {
    empty: 'no server given: type HOST:PORT, for example 203.0.113.5:27015',
    'bad-host': `"${given}" is not a host name or an IP address: type HOST:PORT, for example play.example.com:27015`,
    'bad-port': `"${given}" is not a port: a port is a number from 1 to 65535`,
    'port-zero': 'port 0 cannot be asked: a port is a number from 1 to 65535',
    'port-too-large': `port ${given} does not exist: a port is a number from 1 to 65535`,
    'port-needed': `${given} needs a port or a game: type ${given}:PORT, or name the game so that its usual port is asked`,
    'unknown-game': `no game is called "${given}": leave it out to ask any Source server`,
    'not-by-address': `${given} servers cannot be asked by address: they want an account, a token or a password`,
    'bad-encoding': `"${given}" is not a code page: try windows-1251, windows-1252 or utf-8`,
    'fake-ip': `${given} is a Steam Datagram Relay address (FakeIP): only the game itself can reach it, give the server's real address`,
  };
  return lines[kind];
}
