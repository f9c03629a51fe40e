import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { closingLine } from './test/closingLine.ts';
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

/** Files that hold real sockets to their pace, or a program to its time: they need a machine that is not busy. */
const TIMED = ['test/{bench,main,query,snapshot}/**/*.test.ts'];

export default defineConfig(({ mode }) => {
  const tries = mode === 'long' ? 4 : 1;
  return {
    test: {
      reporters: ['default', closingLine],
      pool: 'forks',
      // A process for each file would spend a third of the time on loading the same modules again. No test leaves anything behind in one.
      isolate: false,
      sequence: { sequencer: WaitingFirst },
      // Only what hangs takes so long: a busy machine may take its time.
      testTimeout: 60_000 * tries,
      expect: { poll: { timeout: 15_000 } },
      hookTimeout: 60_000,
      env: COMPILED_MODULES,
      provide: { tries },
      projects: [
        {
          extends: true,
          test: { name: 'timed', include: TIMED, maxWorkers: 5, sequence: { groupOrder: 0 } },
        },
        {
          extends: true,
          test: {
            name: 'other',
            include: ['test/**/*.test.ts'],
            exclude: TIMED,
            // Most stories wait for real sockets and their pace, not for the processor.
            maxWorkers: 9,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  };
});
