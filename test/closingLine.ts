import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with its numbers on a line of their own, without colours, for whoever reads the log of a machine. */
export const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const test of modules.flatMap(testsOf)) {
      count[test.result().state] += 1;
    }
    const { passed, failed, skipped } = count;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  },
};

const testsOf = ({ children }: TestModule) => [...children.allTests()];
