// Started by powerCuts.ts: writes as fast as it can, in several lanes side by side, and says on standard output what was acknowledged.
import process from 'node:process';
import { pino } from 'pino';
import { openStore } from '#store/openStore.ts';
import { noticeOf, watchOf } from './examples.ts';
import { DAY, guildOfLane, LANES, serversOfLane } from './lanes.ts';

const [url = '', begin = '0'] = process.argv.slice(2);
const store = await openStore(url, { log: pino({ level: 'silent' }) });

async function writeLane(lane: number): Promise<never> {
  const guildId = guildOfLane(lane);
  for (let count = Number(begin) + 1; ; count += 1) {
    const watch = watchOf({ id: `w${String(count).padStart(8, '0')}`, label: `lane ${lane}` });
    const day = { version: 1, step: 1, every: 1, packed: String(count) } as const;
    await Promise.all([
      store.guilds.update(guildId, (before) => ({
        ...before,
        watches: [...before.watches.slice(-20), watch],
      })),
      store.history.put(DAY, new Map(serversOfLane(lane).map((server) => [server, day]))),
      store.outbox.put(noticeOf({ id: `${lane}-${count}`, guildId, createdAt: count })),
    ]);
    await store.outbox.delete(`${lane}-${count - 1}`);
    process.stdout.write(`${lane} ${count}\n`);
  }
}

await Promise.all(LANES.map(writeLane));
