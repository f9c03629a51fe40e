// Started by killed.test.ts: writes as fast as it can and says on standard output what was acknowledged.
import process from 'node:process';
import { pino } from 'pino';
import { openStore } from '#store/openStore.ts';
import { watchOf } from './examples.ts';

const store = await openStore(process.argv[2] ?? '', { log: pino({ level: 'silent' }) });
for (let count = 1; ; count += 1) {
  const watch = watchOf({ id: `w${String(count).padStart(5, '0')}` });
  await store.guilds.update('100000000000000001', (before) => ({
    ...before,
    watches: [...before.watches.slice(-20), watch],
  }));
  await store.meta.set('count', String(count));
  process.stdout.write(`${count}\n`);
}
