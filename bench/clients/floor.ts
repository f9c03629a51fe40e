import type { ClientFile } from './client.ts';
import { floorA2s } from './floorA2s.ts';
import { floorMaster } from './floorMaster.ts';
import { openFloor } from './floorRound.ts';
import { floorSamp } from './floorSamp.ts';

/**
 * The least that a program on node:dgram has to do: one socket that sends and parses the same datagrams into plain objects.
 * No promise for a question, no second try, no bounds, nobody to call it. Whatever is more than this is what a core costs.
 */
export const client: ClientFile = {
  a2s: (setting) => openFloor(setting, floorA2s()),
  samp: (setting) => openFloor(setting, floorSamp()),
  master: floorMaster,
};
