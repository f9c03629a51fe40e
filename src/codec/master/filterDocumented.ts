import type { Condition, Filter } from './filter.ts';

/**
 * The same filter in the forms that are documented, for masters of others: no flag switched off but `password`, `dedicated`
 * and `proxy` in place of `type`, no operator without operands (spec master 3.2). Ignored pairs go along where
 * `keepIgnored` says so: a master may know keys that we do not.
 */
export function documentedFilter(
  { all }: Filter,
  { keepIgnored }: { keepIgnored: boolean },
): Filter {
  return { all: all.flatMap((condition) => documented(condition, keepIgnored)) };
}

function documented(condition: Condition, keepIgnored: boolean): Condition[] {
  switch (condition.kind) {
    case 'flag':
      return condition.on || condition.key === 'password' ? [condition] : [];
    case 'type':
      return TYPES[condition.value];
    case 'operator': {
      // An ignored pair drops out of its operator here; another master might count it in.
      const operands = condition.operands.flatMap((operand) => documented(operand, false));
      return operands.length === 0 ? [] : [{ ...condition, operands }];
    }
    case 'ignored':
      return keepIgnored ? [condition] : [];
    default:
      return [condition];
  }
}

const DEDICATED: Condition = { kind: 'flag', key: 'dedicated', on: true };
const PROXY: Condition = { kind: 'flag', key: 'proxy', on: true };
const TYPES: Readonly<Record<'d' | 'l' | 'p', Condition[]>> = {
  d: [DEDICATED],
  p: [PROXY],
  l: [{ kind: 'operator', key: 'nor', operands: [DEDICATED, PROXY] }],
};
