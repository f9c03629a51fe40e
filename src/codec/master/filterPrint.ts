import type { Condition, Filter } from './filter.ts';
import { PacketError } from '#bytes/packetError.ts';

/**
 * The filter as text: every pair with its backslashes, every operator with its count. It reads back as the same tree.
 * Throws PacketError when a value holds a backslash or a NUL.
 */
export function printFilter({ all }: Filter): string {
  return all.map(printCondition).join('');
}

function printCondition(condition: Condition): string {
  if (condition.kind === 'operator') {
    return `\\${condition.key}\\${countPairs(condition.operands)}${printFilter({ all: condition.operands })}`;
  }
  const value = printValue(condition);
  if (/[\\\0]/.test(value)) {
    throw new PacketError(
      { field: condition.key, offset: 0, wanted: 0, left: 0 },
      'a backslash or NUL in a filter value',
    );
  }
  return `\\${condition.key}\\${value}`;
}

/** The pairs that conditions take on the wire, those of nested operators included. */
function countPairs(conditions: readonly Condition[]): number {
  return conditions.reduce(
    (sum, condition) =>
      sum + 1 + (condition.kind === 'operator' ? countPairs(condition.operands) : 0),
    0,
  );
}

function printValue(condition: Exclude<Condition, { kind: 'operator' }>): string {
  switch (condition.kind) {
    case 'flag':
      return condition.on ? '1' : '0';
    case 'app':
      return String(condition.appId);
    case 'tags':
      return condition.tags.join(',');
    case 'glob':
      return condition.glob;
    case 'address':
      return condition.port === null ? condition.address : `${condition.address}:${condition.port}`;
    default:
      return condition.value;
  }
}
