import { expect, test } from 'vitest';
import { splitArkName } from '#codec/ark/name.ts';

const full = (name: string) => {
  expect(Buffer.byteLength(name)).toBe(63);
  return splitArkName(name);
};

test('the version stands behind the last " - (v"', () => {
  expect(splitArkName('Möwe Cluster 3x - (v359.2)')).toEqual({
    title: 'Möwe Cluster 3x',
    version: '359.2',
  });
  expect(splitArkName('Foo - (PvP) Bar - (v1.0) - (v313.33)')).toEqual({
    title: 'Foo - (PvP) Bar - (v1.0)',
    version: '313.33',
  });
});

test('a name without a version is its own title', () => {
  for (const name of ['Foo - (PvP) Bar', 'Foo - (very) nice', 'Foo -', '', ' - (v)']) {
    expect(splitArkName(name)).toEqual({ title: name, version: null });
  }
});

test.each([' - (v12', ' - (v12.', ' - (v', ' - (', ' - ', ' -'])(
  'case 49: in a name cut at 63 bytes the tail "%s" is left out, its digits are no version',
  (tail) => {
    const title = 'My Server'.padEnd(63 - tail.length, 'x');
    expect(full(title + tail)).toEqual({ title, version: null });
  },
);

test('a name that fills its 63 bytes with a whole suffix is not cut', () => {
  const title = 'x'.repeat(52);
  expect(full(`${title} - (v259.3)`)).toEqual({ title, version: '259.3' });
});

test('the 63 are bytes, not characters', () => {
  const title = `x${'ж'.repeat(30)}`;
  expect(full(`${title} -`)).toEqual({ title, version: null });
});

test('a shorter name that ends like a cut suffix is left as it is', () => {
  expect(splitArkName('Best Server - ')).toEqual({ title: 'Best Server - ', version: null });
});

test('a version without its bracket, in a name that was not cut, is a version', () => {
  expect(splitArkName('Short - (v306.86')).toEqual({ title: 'Short', version: '306.86' });
});
