import { expect, it } from 'vitest';
import { createSetupDrafts, type SetupDraft } from '#discord/setupDrafts.ts';
import { NOON } from './pictures.ts';

const HOUR_MS = 3_600_000;
const DRAFT: SetupDraft<string> = {
  ...{ page: 'server', offers: [], typed: { address: '', game: '' }, target: null, snapshot: null },
  ...{ channelId: '1', noticeChannelId: null, roleId: null, outcome: null },
};

it('drafts are kept for an hour after the last touch, each by an id of its own', () => {
  let now = NOON;
  const drafts = createSetupDrafts<string>({ now: () => now });
  const [mine, other] = [drafts.open(DRAFT), drafts.open(DRAFT)];
  expect(mine).not.toBe(other);
  now += HOUR_MS - 1;
  expect(drafts.change(mine, { roleId: '2' })).toMatchObject({ roleId: '2', channelId: '1' });
  now += HOUR_MS;
  expect(drafts.get(mine)?.roleId).toBe('2');
  expect(drafts.get(other)).toBeNull();
  expect(drafts.change(other, { roleId: '2' })).toBeNull();
  expect(drafts.get('of another life')).toBeNull();
});

it('of very many drafts the one that nobody touched for longest is forgotten', () => {
  const drafts = createSetupDrafts<string>({ now: () => NOON });
  const [first = '', second = '', ...more] = Array.from({ length: 1000 }, () => drafts.open(DRAFT));
  drafts.change(first, {});
  drafts.open(DRAFT);
  expect(drafts.get(second)).toBeNull();
  expect([first, ...more].every((id) => drafts.get(id) !== null)).toBe(true);
});
