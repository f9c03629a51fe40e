import type { HeartbeatEngine, ServerReport } from '#codec/master/serverReport.ts';
import type { Life } from './serverLife.ts';

/** How a kind of server speaks of itself to a master server. */
export type Heartbeat = {
  readonly engine: HeartbeatEngine;
  /** Product, too: both are the same for the games here. */
  readonly gamedir: string;
  readonly version: string;
  readonly tags: readonly string[];
};

const EUROPE = 3;

/** What a server says in its heartbeat at this moment; bots count as players, as in its info. */
export function reportOf(
  { gamedir, version, tags }: Heartbeat,
  now: { life: Life; slots: number; bots: number },
): ServerReport {
  return {
    protocol: 48,
    gamedir,
    product: gamedir,
    map: now.life.map,
    version,
    players: now.life.visitors.length + now.bots,
    max: now.slots,
    bots: now.bots,
    type: 'd',
    os: 'l',
    password: false,
    secure: true,
    lan: false,
    region: EUROPE,
    tags,
    others: {},
    clamped: false,
  };
}
