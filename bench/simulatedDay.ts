import type { Order } from '../test/journeys/botProcess.ts';
import { passEvents } from './dayEvents.ts';
import { type DayWorld, startDayWorld } from './dayWorld.ts';

const MIB = 1024 * 1024;

/** What was measured at some time of the day: heap and buffers after garbage was collected (MiB), what is open, by kind. */
export type DaySample = { hour: number; heapMiB: number; open: Record<string, number> };

/**
 * A whole day: the samples, what the bot did in it, and how long it really took (s). `datagrams`: what servers heard of it.
 * `problems`: what it did that no correct bot does on Discord.
 */
export type Day = {
  samples: DaySample[];
  rounds: number;
  datagrams: number;
  edits: number;
  notices: number;
  problems: string[];
  seconds: number;
};

/** A round, and the repeated questions after it. */
const MINUTE: readonly Order[] = [
  { do: 'advance', ms: 45_000 },
  { do: 'round' },
  { do: 'advance', ms: 5_000 },
  { do: 'settle' },
  { do: 'advance', ms: 10_000 },
  { do: 'settle' },
];

async function passMinute({ bot }: DayWorld): Promise<void> {
  for (const order of MINUTE) {
    if (!(await bot.tell(order))) {
      throw new Error(`the bot ended at the order to ${order.do}`);
    }
  }
}

async function takeSample({ bot }: DayWorld, minute: number): Promise<DaySample> {
  const sample = await bot.sample();
  if (sample === null) {
    throw new Error('the bot ended');
  }
  return { hour: minute / 60, heapMiB: sample.heap / MIB, open: sample.open };
}

/** Counts messages that are edited, and notices, as they come. */
function countMessages({ discord, guilds }: DayWorld): { edits: number; notices: number } {
  const counted = { edits: 0, notices: 0 };
  const alerts = new Set(guilds.map((guild) => guild.alerts));
  discord.subscribe((change) => {
    if (change.kind === 'message') {
      counted.edits += change.what === 'edited' ? 1 : 0;
      counted.notices += change.what === 'created' && alerts.has(change.channelId) ? 1 : 0;
    }
  });
  return counted;
}

/**
 * Lets the bot as it is started live through so many hours, in a process of its own whose memory is measured: real sockets to
 * servers that change, go and come back, real requests and a real gateway to a local Discord, which is cut every few hours; each hour
 * a watch is removed and another one added, and people ask. Only its clock is moved. What goes by real time, such as the hourly
 * sweeping in discord.js, does not come in this day. `sampled` hears of each sample, every 15 minutes unless said otherwise. Throws
 * when the bot ends, or does not answer.
 */
export async function liveDay(
  { watches, hours, sampledEvery = 15 }: { watches: number; hours: number; sampledEvery?: number },
  sampled: (sample: DaySample) => void = () => {},
): Promise<Day> {
  const begun = performance.now();
  const world = await startDayWorld({ watches, hours });
  const counted = countMessages(world);
  const samples: DaySample[] = [];
  try {
    for (let minute = 1; minute <= hours * 60; minute += 1) {
      await passEvents(world, minute);
      await passMinute(world);
      if (minute % sampledEvery === 0) {
        const sample = await takeSample(world, minute);
        samples.push(sample);
        sampled(sample);
      }
    }
    await world.bot.tell({ do: 'stop' });
  } finally {
    await world.close();
  }
  return {
    samples,
    rounds: hours * 60,
    datagrams: world.servers.heard(),
    ...counted,
    problems: world.discord.problems(),
    seconds: (performance.now() - begun) / 1000,
  };
}

const smallest = (samples: readonly DaySample[], of: (sample: DaySample) => number): number =>
  Math.min(...samples.map(of));
const largest = (samples: readonly DaySample[], of: (sample: DaySample) => number): number =>
  Math.max(...samples.map(of));

/**
 * What grew from the second quarter of a day to its last: the heap (MiB) at its largest, and the kinds of which more are open all
 * the time: an outage has timers that come and go. Nothing grew: zero, none.
 */
export function grownIn({ samples }: Pick<Day, 'samples'>): { heapMiB: number; open: string[] } {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const kinds = new Set(last.flatMap(({ open }) => Object.keys(open)));
  const count = (kind: string) => (sample: DaySample) => sample.open[kind] ?? 0;
  return {
    heapMiB: Math.max(
      0,
      largest(last, ({ heapMiB }) => heapMiB) - largest(second, ({ heapMiB }) => heapMiB),
    ),
    open: [...kinds].filter((kind) => smallest(last, count(kind)) > smallest(second, count(kind))),
  };
}
