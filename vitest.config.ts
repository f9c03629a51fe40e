import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Most stories wait for real sockets and their pace, not for the processor.
    maxWorkers: 5,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
