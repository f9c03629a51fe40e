/** The bot in a process of its own, to be killed: its clock and its rounds are moved by the story through messages. */
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { keptHeap } from '#test/masterServer/keptHeap.ts';
import { createJourneyClock } from './journeyClock.ts';

export type Order =
  | { do: 'round' }
  | { do: 'advance'; ms: number }
  /** Waits for what the last order set going. */
  | { do: 'settle' }
  /** Says what the process holds. */
  | { do: 'sample' }
  /** Ends in order, as on SIGTERM. */
  | { do: 'stop' };
/** An order with a number, which the report that it is carried out has too. */
export type Numbered = { number: number; order: Order };
/**
 * What a process holds: heap and buffers after garbage was collected (bytes), what keeps it alive by kind, and the timers of its
 * clock.
 */
export type Sample = { heap: number; open: Record<string, number> };
export type Report = { done: 'ready' } | { done: number; sample?: Sample };

const clock = createJourneyClock(Number(process.argv[2]));
const config = readConfig();
const bot = await startBot({
  config: { ...config, token: config.token ?? '' },
  log: pino({ level: 'silent' }),
  onFatal: (reason) => {
    throw new Error(reason);
  },
  now: clock.now,
  after: clock.after,
  cron: false,
});

await bot.registered;
// It goes to work with its first shard; the others log in five seconds apart, and until then their guilds are not there.
while (!bot.isReady()) {
  await pause(50);
}
// A process that is killed leaves nothing for the next one.
flushCompileCache();

const report = (said: Report) => process.send?.(said);

function takeSample(): Sample {
  const open: Record<string, number> = { JourneyTimer: clock.pending() };
  for (const kind of process.getActiveResourcesInfo()) {
    open[kind] = (open[kind] ?? 0) + 1;
  }
  return { heap: keptHeap(), open };
}

process.on('message', async ({ number, order }: Numbered) => {
  if (order.do === 'round') {
    await bot.monitor.round();
  } else if (order.do === 'advance') {
    clock.advance(order.ms);
  } else if (order.do === 'stop') {
    await bot.stop();
  } else if (order.do === 'settle') {
    await bot.monitor.settled();
  }
  report({ done: number, ...(order.do === 'sample' ? { sample: takeSample() } : {}) });
  if (order.do === 'stop') {
    process.disconnect();
  }
});
report({ done: 'ready' });
