import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { pino } from 'pino';
import { startBot } from '#bot.ts';
import { readConfig } from '#config.ts';

/** What the bot says of itself: since it was last asked, but for the memory and the pulse. */
export type LoadReport = {
  cpuMs: number;
  /** 99th of 100 delays of the event loop, ms. */
  loopP99Ms: number;
  heapMb: number;
  rssMb: number;
  roundEndedAt: number | null;
  lagMs: number;
};

/** The real bot in a process of its own, watched from within: says "ready" once it runs, and a LoadReport when asked. */
const config = readConfig();
const bot = await startBot({
  config: { ...config, token: config.token ?? '' },
  log: pino({ level: 'silent' }),
  onFatal: (reason) => {
    throw new Error(reason);
  },
});
await bot.registered;

const MB = 1024 * 1024;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let before = process.cpuUsage();

function report(): LoadReport {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  const loopP99Ms = delay.percentile(99) / 1e6;
  delay.reset();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const { roundEndedAt, lagMs } = bot.monitor.pulse();
  return {
    cpuMs: (user + system) / 1_000,
    loopP99Ms,
    heapMb: heapUsed / MB,
    rssMb: rss / MB,
    roundEndedAt,
    lagMs,
  };
}

process.on('message', async (message) => {
  if (message === 'report') {
    process.send?.(report());
  } else {
    await bot.stop();
    process.exit();
  }
});
// Nobody is left to report to.
process.on('disconnect', () => process.exit());
process.send?.('ready');
