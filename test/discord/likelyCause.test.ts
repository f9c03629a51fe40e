import { describe, expect, it } from 'vitest';
import { causeWords, likelyCause } from '#discord/likelyCause.ts';
import { type Attempt, OFFLINE_REASONS, type OfflineReason } from '#snapshot/snapshot.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import { createTexts } from '#text/texts.ts';
import { NOON, offlineSnapshot } from './pictures.ts';

const t = createTexts().in('en');

const attempt = (outcome: Attempt['outcome'], port = 27015): Attempt => ({
  protocol: 'a2s',
  address: '203.0.113.5',
  port,
  outcome,
  ms: 1,
});
const causeOf = (reason: OfflineReason, wasSeen: boolean, tried: Attempt[] = []) =>
  likelyCause({ reason, tried }, wasSeen);

const lastSeen: LastSeen = {
  at: NOON,
  name: null,
  map: null,
  game: null,
  address: '203.0.113.5',
  port: 27015,
  gamePort: 7777,
  online: null,
  max: null,
};

describe('the likely cause of silence', () => {
  it('is the set-up where nothing ever answered, and an accident where something did', () => {
    expect([causeOf('timeout', false), causeOf('timeout', true)]).toEqual([
      'neverHeard',
      'fellSilent',
    ]);
    expect([causeOf('refused', false), causeOf('refused', true)]).toEqual(['wrongPort', 'stopped']);
    expect([causeOf('dns', false), causeOf('dns', true)]).toEqual(['noName', 'nameGone']);
  });

  it('is not the machine when another port of it reacts', () => {
    const silent = attempt('timeout');
    expect(causeOf('timeout', true, [silent, attempt('refused', 27016)])).toBe('hangs');
    expect(causeOf('timeout', false, [silent, attempt('other-server', 27016)])).toBe('hangs');
    expect(causeOf('timeout', true, [silent, attempt('timeout', 27016)])).toBe('fellSilent');
  });

  it('is nothing of the server where it was not asked at all', () => {
    const silent = OFFLINE_REASONS.filter((reason) => causeOf(reason, true) === null);
    expect(silent).toEqual(['address-refused', 'not-asked', 'aborted']);
  });
});

describe('in words', () => {
  it('a name that is gone leaves the address by which players may still get in', () => {
    const words = causeWords(offlineSnapshot({ reason: 'dns' }), lastSeen, t);
    expect(words).toContain('The DNS entry is gone');
    expect(words).toContain('`203.0.113.5:7777`');
  });

  it('games with a protocol of their own are named only to who named none and never had an answer', () => {
    const silent = offlineSnapshot();
    const target = { ...silent.target, game: 'rust' };
    expect(causeWords(silent, null, t)).toContain('ARK: Survival Ascended');
    expect(causeWords({ ...silent, target }, null, t)).not.toContain('ARK: Survival Ascended');
    expect(causeWords(silent, lastSeen, t)).not.toContain('ARK: Survival Ascended');
    expect(causeWords(offlineSnapshot({ reason: 'banned' }), null, t)).not.toContain('ARK');
  });
});
