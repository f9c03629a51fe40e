import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { COMPILED_MODULES } from './test/compiledModules.ts';

/** Files that wait most of their time, for programs they start and for answers that never come. */
const WAITING =
  /test\/(main|cli|bench|journeys)\/|\.browser\.|(captures|politeness|queryCore|askSamp|killed)\.test/;

/** Begins with the files that wait: none of them is left alone at the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { waiting = [], other = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      WAITING.test(moduleId) ? 'waiting' : 'other',
    );
    return [...waiting, ...other];
  }
}

export default defineConfig(({ mode }) => {
  const tries = mode === 'long' ? 4 : 1;
  return {
    test: {
      include: ['test/**/*.test.ts'],
      pool: 'forks',
      // A process for each file would spend a third of the time on loading the same modules again. No test leaves anything behind in one.
      isolate: false,
      sequence: { sequencer: WaitingFirst },
      // Most stories wait for real sockets and their pace, not for the processor.
      maxWorkers: 5,
      // They keep to clocks of their own: a machine that was held up for a second is asked once more.
      retry: 1,
      testTimeout: 20_000 * tries,
      hookTimeout: 20_000,
      env: COMPILED_MODULES,
      provide: { tries },
    },
  };
});
