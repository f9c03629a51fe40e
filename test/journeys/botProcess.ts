/** The bot in a process of its own, to be killed: its clock and its rounds are moved by the story through messages. */
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { startBot } from '#bot.ts';
import { readConfig } from '#config.ts';
import { createJourneyClock } from './journeyClock.ts';

export type Order =
  | { do: 'round' }
  | { do: 'advance'; ms: number }
  /** Waits for what the last order set going. */
  | { do: 'settle' }
  /** Ends in order, as on SIGTERM. */
  | { do: 'stop' };
/** An order with a number, which the report that it is carried out has too. */
export type Numbered = { number: number; order: Order };
export type Report = { done: 'ready' } | { done: number };

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

const report = (done: Report['done']) => process.send?.({ done } as Report);

process.on('message', async ({ number, order }: Numbered) => {
  if (order.do === 'round') {
    await bot.monitor.round();
  } else if (order.do === 'advance') {
    clock.advance(order.ms);
  } else if (order.do === 'stop') {
    await bot.stop();
  } else {
    await bot.monitor.settled();
  }
  report(number);
  if (order.do === 'stop') {
    process.disconnect();
  }
});
report('ready');
