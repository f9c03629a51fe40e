import type { Condition, Filter, FlagKey, TagsKey } from './filter.ts';
import { compileGlob } from './glob.ts';
import type { ServerOs, ServerType } from './serverReport.ts';

/** What a filter can ask of a server; null where it is not known, and then the condition fails. */
export type ServerFacts = {
  address: string;
  port: number;
  gamedir: string | null;
  map: string | null;
  type: ServerType | null;
  os: ServerOs | null;
  secure: boolean | null;
  password: boolean | null;
  players: number | null;
  max: number | null;
  tags: readonly string[] | null;
  version: string | null;
  name: string | null;
  appId: number | null;
  /** On the operator's list of recommended servers. */
  white: boolean;
};

/** Facts with their texts in lower case: filters compare without case. */
export type SearchableFacts = ServerFacts & { readonly searchable: true };

type Test = (facts: SearchableFacts) => boolean;

/** Prepares facts for many filters. */
export function searchable(facts: ServerFacts): SearchableFacts {
  return {
    ...facts,
    gamedir: facts.gamedir?.toLowerCase() ?? null,
    map: facts.map?.toLowerCase() ?? null,
    version: facts.version?.toLowerCase() ?? null,
    name: facts.name?.toLowerCase() ?? null,
    tags: facts.tags?.map((tag) => tag.toLowerCase()) ?? null,
    searchable: true,
  };
}

/** The filter as a test of one server. `collapse_addr_hash` is about the whole list and not in it. */
export function compileFilter({ all }: Filter): Test {
  return every(compileAll(all));
}

/** A condition without constraint drops out. */
function compileAll(conditions: readonly Condition[]): Test[] {
  return conditions.map(compile).filter((test) => test !== null);
}

const every =
  (tests: readonly Test[]): Test =>
  (facts) =>
    tests.every((test) => test(facts));

const some =
  (tests: readonly Test[]): Test =>
  (facts) =>
    tests.some((test) => test(facts));

const not =
  (test: Test): Test =>
  (facts) =>
    !test(facts);

/** Null: no constraint. */
function compile(condition: Condition): Test | null {
  switch (condition.kind) {
    case 'flag':
      return compileFlag(condition.key, condition.on);
    case 'text': {
      const { key, value } = condition;
      const wanted = value.toLowerCase();
      return (facts) => facts[key] === wanted;
    }
    case 'type':
      return ({ type }) => type === condition.value;
    case 'app':
      return condition.key === 'appid'
        ? ({ appId }) => appId === condition.appId
        : ({ appId }) => appId !== condition.appId;
    case 'tags':
      return compileTags(
        condition.key,
        condition.tags.map((tag) => tag.toLowerCase()),
      );
    case 'glob':
      return compileMatch(condition.key, condition.glob.toLowerCase());
    case 'address':
      return ({ address, port }) =>
        address === condition.address && (condition.port === null || port === condition.port);
    case 'operator':
      return compileOperator(condition);
    default:
      return null;
  }
}

function compileOperator({ key, operands }: Extract<Condition, { kind: 'operator' }>): Test | null {
  const tests = compileAll(operands);
  if (tests.length === 0) {
    return null;
  }
  switch (key) {
    case 'and':
      return every(tests);
    case 'nand':
      return not(every(tests));
    case 'or':
      return some(tests);
    case 'nor':
      return not(some(tests));
  }
}

const hasPlayers: Test = ({ players }) => players !== null && players > 0;
const hasRoom: Test = ({ players, max }) => players !== null && max !== null && players < max;

const FLAGS: Readonly<Record<FlagKey, Test | null>> = {
  dedicated: ({ type }) => type === 'd',
  secure: ({ secure }) => secure === true,
  linux: ({ os }) => os === 'l',
  password: ({ password }) => password === true,
  empty: hasPlayers,
  hasplayers: hasPlayers,
  full: hasRoom,
  notfull: hasRoom,
  noplayers: ({ players }) => players === 0,
  proxy: ({ type }) => type === 'p',
  white: ({ white }) => white,
  collapse_addr_hash: null,
};

function compileFlag(key: FlagKey, on: boolean): Test | null {
  if (key === 'password' && !on) {
    return ({ password }) => password === false;
  }
  return on ? FLAGS[key] : null;
}

/** Hidden tags (gamedata) are seen by nobody but Steam: a server is known to have none of them. */
function compileTags(key: TagsKey, wanted: readonly string[]): Test {
  switch (key) {
    case 'gametype':
    case 'gametagsand':
      return ({ tags }) => tags !== null && wanted.every((tag) => tags.includes(tag));
    case 'gametagsnor':
      return ({ tags }) => tags === null || !wanted.some((tag) => tags.includes(tag));
    case 'gamedatanor':
      return () => true;
    default:
      return () => false;
  }
}

/** A text that is not known passes only the bare asterisk. */
function compileMatch(key: 'name_match' | 'version_match', glob: string): Test {
  const fits = compileGlob(glob);
  const field = key === 'name_match' ? 'name' : 'version';
  return (facts) => {
    const text = facts[field];
    return text === null ? glob === '*' : fits(text);
  };
}
