import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListError } from '#query/listError.ts';
import { listMaster } from '#query/listMaster.ts';
import { collectList } from '#query/listRow.ts';
import { createMasterPace } from '#query/masterPace.ts';
import { type ForeignMaster, startForeignMaster } from '#sandbox/lists/foreignMaster.ts';
import { afterQuiet } from '#test/clock/afterQuiet.ts';
import { openUdpSockets, type UdpSockets } from '#transport/udpSockets.ts';

let master: ForeignMaster;
let sockets: UdpSockets;
beforeEach(async () => {
  const servers = Array.from({ length: 500 }, (_, index) => ({
    address: `20.0.${index >> 8}.${index & 0xff}`,
    port: 27015,
  }));
  master = await startForeignMaster(servers);
  sockets = openUdpSockets({ sockets: 1 });
});
afterEach(async () => {
  sockets.close();
  await master.close();
});

async function read() {
  try {
    const { rows, end } = await collectList(
      listMaster(sockets, master, {
        pace: createMasterPace({ queries: null }),
        accept: () => true,
        after: afterQuiet,
      }),
    );
    return [rows.length, end.complete, end.reason, master.queries()];
  } catch (error) {
    return error instanceof ListError ? [error.kind, master.queries()] : error;
  }
}

test.each([
  [null, [500, true, 'end-mark', 3]],
  ['same-page', [231, false, 'no-progress', 3]],
  ['cycle', [500, false, 'no-progress', 5]],
  ['repeats-seed', [500, false, 'no-progress', 5]],
  ['no-end-mark', [500, false, 'silence', 7]],
  ['short-header', ['timeout', 4]],
  ['cut', [500, true, 'end-mark', 3]],
  ['early-end-mark', [116, true, 'end-mark', 1]],
  ['silence', ['timeout', 4]],
  ['throttle', [462, false, 'silence', 6]],
] as const)('%s: the client ends, keeps what came and says what it is', async (fault, outcome) => {
  master.fail(fault);
  expect(await read()).toEqual(outcome);
});
