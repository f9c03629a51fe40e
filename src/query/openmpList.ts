import { type JsonFields, jsonFields } from './jsonFields.ts';
import { blankRow, type ListRow } from './listRow.ts';

const DEFAULT_PORT = 7777;
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/**
 * One row of the open.mp list, of its short form or the full one (spec master section 11): the address may be a host name,
 * or lack its port. Null for what is no server with an address.
 */
export function openmpRow(value: unknown): ListRow | null {
  const outer = jsonFields(value);
  const core = outer?.object('core');
  const fields = core?.text('ip') == null ? outer : core;
  const address = splitAddress(fields?.text('ip') ?? '');
  return fields === null || fields === undefined || address === null
    ? null
    : { ...blankRow(address.host, address.port), gamePort: address.port, ...readFields(fields) };
}

function readFields(fields: JsonFields) {
  const tags = [fields.flag('omp') ? 'open.mp' : null, fields.flag('pr') ? 'partner' : null];
  return {
    name: fields.text('hn'),
    gamemode: fields.text('gm'),
    language: fields.text('la'),
    version: fields.text('vn'),
    players: fields.count('pc'),
    max: fields.count('pm'),
    password: fields.flag('pa'),
    tags: tags.filter((tag) => tag !== null),
  };
}

function splitAddress(text: string): { host: string; port: number } | null {
  const [host = '', port = String(DEFAULT_PORT), ...more] = text.split(':');
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  return HOST.test(host) && more.length === 0 && number > 0 && number < 65_536
    ? { host, port: number }
    : null;
}
