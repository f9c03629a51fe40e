import { expect, it } from 'vitest';
import { componentId, readComponentId } from '#discord/componentId.ts';

it('a button, a menu or a form is found by its command, whatever it is about', () => {
  for (const deed of ['press', 'menu', 'form'] as const) {
    const owner = { command: 'setup', subject: 'abcd1234:zone:Europe/Berlin' };
    expect(readComponentId(deed, componentId(deed, owner))).toEqual(owner);
  }
});

it('what is of another kind, or of nobody, is none of ours', () => {
  const id = componentId('menu', { command: 'find', subject: 'x' });
  for (const [deed, given] of [
    ['press', id],
    ['form', 'something'],
    ['press', 'press:find'],
    ['menu', ''],
  ] as const) {
    expect(readComponentId(deed, given)).toBeNull();
  }
});

it('an id that Discord would refuse is never made', () => {
  const subject = 'x'.repeat(95);
  expect(() => componentId('form', { command: 'rcon', subject })).toThrow(RangeError);
});
