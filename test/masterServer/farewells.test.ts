import { beforeEach, describe, expect, it } from 'vitest';
import { createFarewells, type Farewells } from '#masterServer/farewells.ts';
import type { TableChange } from '#masterServer/serverTable.ts';

const MINUTE = 60_000;
/** Far above what it takes, far below what would be felt: 40,000 servers are on the list at once after a start. */
const MOST_MS = 500;

let time = 0;
let farewells: Farewells;
beforeEach(() => {
  time = 1_000_000;
  farewells = createFarewells(() => time);
});

const registration = (port: number, address = '192.0.2.7'): TableChange['registration'] => ({
  address,
  port,
  firstHeartbeatAt: 0,
  lastHeartbeatAt: 0,
  claimed: {} as TableChange['registration']['claimed'],
  answeredAt: null,
  answered: null,
});
const listed = (port: number, address?: string) =>
  farewells.note({ kind: 'listed', registration: registration(port, address) });
const gone = (port: number, why: 'quit' | 'silent') =>
  farewells.note({ kind: 'gone', why, registration: registration(port) });
const of = (...ports: number[]) => farewells.of({ address: '192.0.2.7', ports });

describe('a server of our list that falls silent', () => {
  it('said goodbye, or did not; one that never registered could not', () => {
    listed(27015);
    listed(27016);
    expect([of(27015), of(27016), of(27017)]).toEqual(['none', 'none', null]);
    gone(27015, 'quit');
    gone(27016, 'silent');
    expect([of(27015), of(27016), of(27016, 27015)]).toEqual(['quit', 'none', 'quit']);
  });

  it('came back after its goodbye: that one counts no more', () => {
    listed(27015);
    gone(27015, 'quit');
    listed(27015);
    expect(of(27015)).toBe('none');
  });

  it('said goodbye long ago: first it is an older outage, then nobody remembers', () => {
    listed(27015);
    listed(27016);
    gone(27015, 'quit');
    time += 11 * MINUTE;
    expect(of(27015)).toBe('none');
    time += 30 * MINUTE;
    gone(27016, 'quit');
    time += 20 * MINUTE;
    listed(27018);
    expect([of(27015), of(27016)]).toEqual([null, 'none']);
  });
});

it('noting a long list costs little for each server', () => {
  const before = process.threadCpuUsage();
  for (let n = 0; n < 40_000; n += 1) {
    listed(27_000 + (n % 100), `198.51.${n % 7}.${Math.floor(n / 100)}`);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(MOST_MS);
});
