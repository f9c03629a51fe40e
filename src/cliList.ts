import { ListError } from '#query/listError.ts';
import { collectList, type ListEnd, type ListRow } from '#query/listRow.ts';
import {
  type ListSource,
  listSourceName,
  parseListRegion,
  parseListSource,
} from '#query/listSource.ts';
import { type ListRequest, openServerLists } from '#query/serverLists.ts';
import { mirroredListUrls } from '#query/webList.ts';
import { createHttpClient } from '#transport/http.ts';
import { createResolver } from '#transport/resolver.ts';
import { openUdpSockets } from '#transport/udpSockets.ts';
import { type CommandLine, UsageError } from './cliLine.ts';
import type { Terminal } from './cliTerminal.ts';
import { ConfigError } from './config.ts';

type ListOrder = { source: ListSource; request: ListRequest; json: boolean; allowPrivate: boolean };

const MOST = 100_000;
const USER_AGENT = 'crowsnest (terminal)';

/** Throws UsageError. */
function readListOrder({ values, positionals }: CommandLine): ListOrder {
  const [, name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) {
    throw new UsageError('list needs one source: HOST:PORT of a master server, or a name');
  }
  const source = parseListSource(name);
  if (source === null || source.kind === 'registered') {
    throw new UsageError(
      `"${name}" is no list: use HOST:PORT of a master server, steam, ark-official, asa-official, asa-unofficial or openmp`,
    );
  }
  const region = values.region === undefined ? null : parseListRegion(values.region);
  if (values.region !== undefined && region === null) {
    throw new UsageError(`--region ${values.region} is no region: use a byte such as ff or 03`);
  }
  const limit = values.limit === undefined ? MOST : Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UsageError(`--limit ${values.limit} is not a number from 1 to ${MOST}`);
  }
  return {
    source,
    request: {
      filter: values.filter ?? '',
      ...(region === null ? {} : { region }),
      limit,
      xash: values.xash,
    },
    json: values.json,
    allowPrivate: values['allow-private'],
  };
}

/** The key for Steam and the mirrors, from the environment. Throws UsageError. */
function readSurroundings({ settings }: Terminal) {
  try {
    const { steamKey, listUrls } = settings();
    return { steamKey, urls: mirroredListUrls(listUrls) };
  } catch (error) {
    if (error instanceof ConfigError) {
      throw new UsageError(error.lines.join('; '), { cause: error });
    }
    throw error;
  }
}

/** Reads a list and prints it. The exit code: 0 read, in whole or in part; 1 the source failed. Throws UsageError. */
export async function runList(line: CommandLine, terminal: Terminal): Promise<number> {
  const { source, request, json, allowPrivate } = readListOrder(line);
  const sockets = openUdpSockets({ sockets: 1 });
  try {
    const lists = openServerLists({
      ...{ sockets, allowPrivate, ...readSurroundings(terminal) },
      resolver: createResolver({ now: () => performance.now() }),
      http: createHttpClient({ userAgent: USER_AGENT }),
    });
    const { rows, end } = await collectList(lists.list(source, request));
    terminal.print(json ? asJson(source, rows, end) : asLines(rows));
    for (const problem of summary(rows, end)) {
      terminal.complain(problem);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ListError)) {
      throw error;
    }
    terminal.complain(`crowsnest: ${error.message}`);
    if (error.kind === 'address-refused' && !allowPrivate) {
      terminal.complain('Add --allow-private to ask private addresses and low ports.');
    }
    return 1;
  } finally {
    sockets.close();
  }
}

function asJson(source: ListSource, servers: readonly ListRow[], { complete }: ListEnd): string {
  return `${JSON.stringify({ source: listSourceName(source), complete, servers }, null, 2)}\n`;
}

/** One server a line, with what the list tells of it. */
const asLines = (rows: readonly ListRow[]): string =>
  rows.map((row) => `${facts(row).join('  ')}\n`).join('');

function facts({ address, port, players, max, map, name }: ListRow): string[] {
  return [
    port === null ? address : `${address}:${port}`,
    players === null ? null : `${players}/${max ?? '?'}`,
    map,
    name,
  ]
    .map((fact) => (fact ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter((fact) => fact !== '');
}

function summary(rows: readonly ListRow[], { complete, reason, problems }: ListEnd): string[] {
  const count = `${rows.length} ${rows.length === 1 ? 'server' : 'servers'}`;
  return [...problems, complete ? `${count}.` : `${count}; not the whole list (${reason}).`];
}
