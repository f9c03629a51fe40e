import { defineConfig } from 'vitest/config';
import { COMPILED_MODULES } from './test/compiledModules.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // A process for each file would spend a third of the time on loading the same modules again. No test leaves anything behind in one.
    isolate: false,
    // Most stories wait for real sockets and their pace, not for the processor.
    maxWorkers: 5,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    env: COMPILED_MODULES,
  },
});
