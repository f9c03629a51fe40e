import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createSharedCalls } from '#snapshot/sharedCalls.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('lets stale answers go although one slow call from before them is still under way', async () => {
  let now = 0;
  const calls = createSharedCalls<object>({ now: () => now, freshForMs: 3_000 });
  const wanted = { parts: ['info'], urgent: true };
  const slow = Promise.withResolvers<object>();
  const waiting = calls.ask('slow', wanted, () => slow.promise);
  const answers: WeakRef<object>[] = [];
  for (let index = 0; index < 100; index += 1) {
    await calls.ask(`server ${index}`, wanted, async () => {
      const answer = { index };
      answers.push(new WeakRef(answer));
      return answer;
    });
  }
  now = 60_000;
  await calls.ask('another', wanted, async () => ({}));
  await turn();
  collectGarbage();
  expect(answers.filter((answer) => answer.deref() !== undefined)).toHaveLength(0);

  // The slow one is still shared.
  const joined = calls.ask('slow', wanted, async () => ({ asked: 'twice' }));
  slow.resolve({ asked: 'once' });
  expect(await Promise.all([waiting, joined])).toEqual([{ asked: 'once' }, { asked: 'once' }]);
});
