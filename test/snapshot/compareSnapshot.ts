type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'nothing';

/**
 * One line for each expected field that is other: only named fields count, lists in order and length, numbers to 0.01,
 * {"oneOf": [...]} takes any of its values, and the objects at `closed` paths may hold nothing more. "problems" is free.
 */
export function differences(
  expected: unknown,
  actual: unknown,
  closed: ReadonlySet<string>,
  path = '',
): string[] {
  if (isFields(expected) && Object.keys(expected).join() === 'oneOf') {
    return oneOf(expected.oneOf, actual, closed, path);
  }
  if (isFields(expected)) {
    return isFields(actual)
      ? fieldDifferences(expected, actual, closed, path)
      : [`${path}: expected an object, got ${show(actual)}`];
  }
  if (Array.isArray(expected)) {
    return Array.isArray(actual)
      ? listDifferences(expected, actual, closed, path)
      : [`${path}: expected a list, got ${show(actual)}`];
  }
  const isClose =
    typeof expected === 'number' &&
    typeof actual === 'number' &&
    Math.abs(expected - actual) <= 0.01;
  return isClose || expected === actual
    ? []
    : [`${path}: expected ${show(expected)}, got ${show(actual)}`];
}

function oneOf(
  choices: unknown,
  actual: unknown,
  closed: ReadonlySet<string>,
  path: string,
): string[] {
  const fits =
    Array.isArray(choices) &&
    choices.some((choice) => differences(choice, actual, closed, path).length === 0);
  return fits ? [] : [`${path}: expected one of ${show(choices)}, got ${show(actual)}`];
}

function fieldDifferences(
  expected: Fields,
  actual: Fields,
  closed: ReadonlySet<string>,
  path: string,
): string[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const named = Object.keys(expected).filter((name) => at(name) !== 'problems');
  const more = closed.has(path) ? Object.keys(actual).filter((name) => !(name in expected)) : [];
  return [
    ...named.flatMap((name) => differences(expected[name], actual[name], closed, at(name))),
    ...more.map((name) => `${at(name)}: expected nothing, got ${show(actual[name])}`),
  ];
}

function listDifferences(
  expected: readonly unknown[],
  actual: readonly unknown[],
  closed: ReadonlySet<string>,
  path: string,
): string[] {
  const length =
    expected.length === actual.length
      ? []
      : [`${path}: expected ${expected.length} entries, got ${actual.length}`];
  const pairs = expected.slice(0, actual.length);
  return [
    ...length,
    ...pairs.flatMap((one, at) => differences(one, actual[at], closed, `${path}[${at}]`)),
  ];
}
