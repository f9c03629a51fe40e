import { StoreError } from './storeError.ts';

/** What a STORE_URL names. `shown` is for people: without the password. */
export type StorePlace = { shown: string } & (
  | { kind: 'sqlite'; path: string }
  /** Rows begin with PREFIX: there. */
  | { kind: 'redis'; url: string; prefix: string }
  /** The table is in that schema. */
  | { kind: 'postgres'; url: string; schema: string }
);

const FORMS =
  'sqlite:// and the path of a file, redis://USER:PASSWORD@HOST:PORT/NUMBER or postgres://USER:PASSWORD@HOST:PORT/DATABASE';
const PREFIX = 'crowsnest';
const SCHEMA = 'public';

const bad = (what: string): StoreError => new StoreError('bad-url', `STORE_URL ${what}`);

/** The address, without what this store takes out of it. */
function addressOf(given: string): URL {
  if (!URL.canParse(given)) {
    throw bad(`is no address: set it to ${FORMS}, with special letters as %40`);
  }
  const url = new URL(given);
  if (url.hostname === '') {
    throw bad(`names no host: set it to ${FORMS}`);
  }
  // A letter of the password would end the address early, and the rest of it would be shown to people.
  if (/[@#]/.test(`${url.pathname}${url.search}${url.hash}`)) {
    throw bad('has an @, /, ? or # in its user or password: write them as %40, %2F, %3F and %23');
  }
  return url;
}

/** Takes an own parameter out of the address. */
function takeName(url: URL, parameter: string, byDefault: string): string {
  const name = url.searchParams.get(parameter) ?? byDefault;
  url.searchParams.delete(parameter);
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(name)) {
    throw bad(`has a ${parameter} that is no name: use small letters, digits and _`);
  }
  return name;
}

const shownOf = (url: URL, name: string): string =>
  `${url.protocol}//${url.host}${url.pathname} (${name})`;

function redisPlace(given: string): StorePlace {
  const url = addressOf(given);
  if (!/^\/?\d*$/.test(url.pathname)) {
    throw bad('ends with something that is no number of a Redis database: use /0, for example');
  }
  const prefix = takeName(url, 'prefix', PREFIX);
  return { kind: 'redis', url: url.href, prefix, shown: shownOf(url, `prefix ${prefix}`) };
}

function postgresPlace(given: string): StorePlace {
  const url = addressOf(given);
  if (url.pathname.length < 2) {
    throw bad('names no database: put its name behind the host, as in postgres://HOST/crowsnest');
  }
  const schema = takeName(url, 'schema', SCHEMA);
  return { kind: 'postgres', url: url.href, schema, shown: shownOf(url, `schema ${schema}`) };
}

/**
 * Reads sqlite:///absolute, sqlite://relative, sqlite://:memory:, redis(s)://...[?prefix=NAME] or postgres(ql)://...[?schema=NAME].
 * Throws StoreError `bad-url`.
 */
export function storePlace(url: string): StorePlace {
  const [, scheme = '', rest = ''] = /^([\w+.-]+):\/\/(.*)$/s.exec(url) ?? [];
  switch (scheme) {
    case 'sqlite':
      if (rest === '') {
        throw bad('names no file: put its path behind sqlite://');
      }
      return { kind: 'sqlite', path: rest, shown: rest };
    case 'redis':
    case 'rediss':
      return redisPlace(url);
    case 'postgres':
    case 'postgresql':
      return postgresPlace(url);
    default:
      throw bad(
        scheme === ''
          ? `does not say which database: set it to ${FORMS}`
          : `begins with ${scheme}://, which is not spoken: set it to ${FORMS}`,
      );
  }
}
