import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILED_MODULES } from '#test/compiledModules.ts';
import type { Numbered, Order, Report, Sample } from './botProcess.ts';
import type { HarbourStory } from './harbourStory.ts';

const PROGRAM = fileURLToPath(new URL('./botProcess.ts', import.meta.url));

/** The bot of a story in a process of its own, that can be killed in the middle of an order. */
export type KillableBot = {
  /** Starts it, also once more after it was killed; throws when it ends before it is ready. */
  start(): Promise<void>;
  /** Gives an order and waits until it is carried out, the story's clock going along; false when the bot died over it. */
  tell(order: Order): Promise<boolean>;
  /** What it holds now; null when it does not run. */
  sample(): Promise<Sample | null>;
  /** SIGKILL: nothing in the process gets to run any more. */
  kill(): Promise<void>;
};

/** A bot for a story; it does not run before it is started. */
export function killableBot({
  environment,
  clock,
}: {
  environment: HarbourStory['environment'];
  clock: Pick<HarbourStory['clock'], 'now' | 'advance'>;
}): KillableBot {
  let child: ChildProcess | null = null;
  const env = { ...environment, ...COMPILED_MODULES };
  let orders = 0;

  /** What it reports when the order is carried out; null when it died over it. */
  async function give(order: Order): Promise<Report | null> {
    if (child === null || hasEnded(child)) {
      return null;
    }
    const told = child;
    orders += 1;
    const number = orders;
    const { promise, resolve } = Promise.withResolvers<Report | null>();
    const hear = (said: unknown) => {
      const report = said as Report;
      if (report.done === number) {
        resolve(report);
      }
    };
    const die = () => resolve(null);
    told.on('message', hear).once('exit', die);
    told.send({ number, order } satisfies Numbered);
    if (order.do === 'advance') {
      clock.advance(order.ms);
    }
    try {
      return await promise;
    } finally {
      told.off('message', hear).off('exit', die);
    }
  }

  return {
    async start() {
      const fresh = fork(PROGRAM, [String(clock.now())], { env, execArgv: [] });
      child = fresh;
      const died = once(fresh, 'exit').then(() => ({ done: 'end' }));
      const spoke = once(fresh, 'message').then(([report]) => report as Report);
      const { done } = await Promise.race([spoke, died]);
      if (done !== 'ready') {
        throw new Error(`the bot says "${done}" in place of "ready"`);
      }
    },

    tell: async (order) => (await give(order)) !== null,

    async sample() {
      const report = await give({ do: 'sample' });
      return report !== null && 'sample' in report ? (report.sample ?? null) : null;
    },

    async kill() {
      if (child !== null && !hasEnded(child)) {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
