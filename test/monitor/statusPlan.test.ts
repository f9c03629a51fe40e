import { describe, expect, it } from 'vitest';
import { afterPublishing, planStatus } from '#monitor/statusPlan.ts';
import type { PublishOutcome } from '#monitor/statusView.ts';
import { watchOf } from '#test/store/examples.ts';

const MINUTE = 60_000;
const message = {
  id: '500000000000000001',
  pinned: true,
  hash: 'old',
  writtenAt: 0,
  unpins: 0,
  pinProblem: null,
};
const posted = watchOf({ message });
const noAccess: PublishOutcome = {
  kind: 'trouble',
  trouble: 'permission',
  facts: ['SendMessages'],
};

describe('a status message', () => {
  it('is posted when there is none', () => {
    expect(planStatus(watchOf(), 'new', 0)).toEqual({ do: 'post' });
  });

  it('is edited when its content changed', () => {
    expect(planStatus(posted, 'new', MINUTE)).toEqual({ do: 'edit', messageId: message.id });
  });

  it('is left while nothing changed, and written again after ten minutes', () => {
    expect(planStatus(posted, 'old', MINUTE)).toEqual({ do: 'leave' });
    expect(planStatus(posted, 'old', 10 * MINUTE - 1)).toEqual({ do: 'leave' });
    expect(planStatus(posted, 'old', 10 * MINUTE)).toEqual({ do: 'edit', messageId: message.id });
  });

  it('is written when the clock was set back since, whatever is in it', () => {
    const ahead = watchOf({ message: { ...message, writtenAt: 60 * MINUTE } });
    expect(planStatus(ahead, 'new', 0)).toEqual({ do: 'edit', messageId: message.id });
    expect(planStatus(ahead, 'old', 0)).toEqual({ do: 'edit', messageId: message.id });
    const troubled = afterPublishing(posted, noAccess, 24 * 60 * MINUTE);
    expect(planStatus(troubled, 'new', 0)).toEqual({ do: 'edit', messageId: message.id });
  });

  it('is not touched in the first two seconds', () => {
    expect(planStatus(posted, 'new', 1_999)).toEqual({ do: 'wait', until: 2_000 });
    expect(planStatus(posted, 'new', 2_000)).toEqual({ do: 'edit', messageId: message.id });
  });
});

describe('what became of it', () => {
  it('posted: its id, hash and time are kept', () => {
    const outcome = { kind: 'posted', messageId: '6', pinned: false, hash: 'new', at: 9 } as const;
    expect(afterPublishing(posted, outcome, 9).message).toMatchObject({
      id: '6',
      pinned: false,
      hash: 'new',
      writtenAt: 9,
    });
  });

  it('edited: the same message with a new hash', () => {
    const after = afterPublishing(posted, { kind: 'edited', hash: 'new', at: 9 }, 9);
    expect(after.message).toEqual({ ...message, hash: 'new', writtenAt: 9 });
  });

  it('unchanged or later: nothing to save', () => {
    expect(afterPublishing(posted, { kind: 'unchanged' }, 9)).toBe(posted);
    expect(afterPublishing(posted, { kind: 'later', notBefore: 99 }, 9)).toBe(posted);
  });

  it('trouble: the watch stays, tried again after 5 minutes, 1 hour, then every 6 hours', () => {
    let [watch, now] = [posted, MINUTE];
    const pauses: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      watch = afterPublishing(watch, noAccess, now);
      const plan = planStatus(watch, 'new', now);
      pauses.push(plan.do === 'wait' ? (plan.until - now) / MINUTE : 0);
      now = plan.do === 'wait' ? plan.until : now;
    }
    expect(pauses).toEqual([5, 60, 360, 360]);
    expect(watch).toMatchObject({ message, trouble: { since: MINUTE, facts: ['SendMessages'] } });
  });

  it('trouble over: written even if nothing changed, and the trouble is forgotten', () => {
    const watch = afterPublishing(posted, noAccess, 0);
    expect(planStatus(watch, 'old', 5 * MINUTE)).toEqual({ do: 'edit', messageId: message.id });
    const healed = afterPublishing(watch, { kind: 'edited', hash: 'old', at: 5 * MINUTE }, 0);
    expect(healed.trouble).toBeNull();
  });
});
