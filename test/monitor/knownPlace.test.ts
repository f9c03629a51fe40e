import { afterEach, expect, test } from 'vitest';
import { THRESHOLDS } from '#monitor/availability.ts';
import { stepServer, unknownServer } from '#monitor/serverStep.ts';
import { openQueryCore, type QueryCoreOptions } from '#snapshot/queryCore.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import type { Target } from '#snapshot/target.ts';
import { type ServerDocument, serverSchema } from '#store/serverDocument.ts';
import { type FakeServer, startFakeServer } from '#test/snapshot/a2sServer.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) {
    await one.close();
  }
});

/** A Valheim server whose game port was given, and what else listens around it. */
async function valheim(): Promise<{ target: Target; server: FakeServer; given: FakeServer }> {
  // On which no other story has a port.
  const address = '127.20.0.2';
  const server = await startFakeServer({ address, port: 2457, info: { port: 2456 } });
  const given = await startFakeServer({ address, port: 2456, info: null });
  open.push(server, given);
  return { target: { host: address, port: given.port, game: 'valheim' }, server, given };
}

function core(knownPlace?: QueryCoreOptions['knownPlace']) {
  const made = openQueryCore({
    allowPrivateAddresses: true,
    timeoutMs: 1_000,
    ...(knownPlace === undefined ? {} : { knownPlace }),
  });
  open.push(made);
  return made;
}

test('where a watched server was found is known after a restart: nobody else is asked', async () => {
  const { target, server, given } = await valheim();
  const key = serverKey(target);
  const found = await core().takeSnapshot(target, ['info'], undefined, 'poll');
  expect(found.target.port).toBe(server.port);
  const step = stepServer(unknownServer(key, 0), found, 1_000, {
    thresholds: THRESHOLDS,
    gapMs: 60_000,
  });
  const stored: ServerDocument = serverSchema.parse(JSON.parse(JSON.stringify(step.after)));

  given.heard.length = 0;
  const asked: string[] = [];
  const restarted = core(async (wanted) => {
    asked.push(wanted);
    return stored.lastSeen;
  });
  const again = await restarted.takeSnapshot(target, ['info'], undefined, 'poll');
  expect(again).toMatchObject({
    state: 'online',
    tried: [{ protocol: 'source', port: server.port, outcome: 'answered' }],
  });
  expect(asked).toEqual([key]);
  expect(given.heard).toEqual([]);
});

test('a store that cannot be read costs a search, not the answer', async () => {
  const { target, server } = await valheim();
  const queries = core(() => Promise.reject(new Error('the disk is full')));
  const snapshot = await queries.takeSnapshot(target, ['info'], undefined, 'poll');
  expect(snapshot).toMatchObject({ state: 'online', target: { port: server.port } });
});

test('documents from before, which name no protocol, are no place', async () => {
  const { target, server } = await valheim();
  const queries = core(async () => ({ port: 1 }));
  const snapshot = await queries.takeSnapshot(target, ['info'], undefined, 'poll');
  expect(snapshot.target.port).toBe(server.port);
  expect(snapshot.tried.map(({ port }) => port)).not.toContain(1);
});
