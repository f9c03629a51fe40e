import { incidentId, type Incident } from '#store/incidentDocument.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { PersonDocument, Wish } from '#store/personDocument.ts';
import type { ServerDocument } from '#store/serverDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';

/** A watch with nothing special about it. */
export const watchOf = (different: Partial<Watch> = {}): Watch => ({
  id: 'watch1',
  target: { host: '192.0.2.7', port: 27015, game: null, encoding: null },
  channelId: '200000000000000001',
  noticeChannelId: '200000000000000002',
  roleId: '300000000000000001',
  ...usualSettings(),
  joins: 'both',
  message: null,
  trouble: null,
  noticeTrouble: null,
  createdAt: 0,
  ...different,
});

export const serverOf = (different: Partial<ServerDocument> = {}): ServerDocument => ({
  version: 1,
  key: 'a2s/192.0.2.7:27015',
  checkedAt: 0,
  availability: {
    state: 'up',
    since: 0,
    misses: 0,
    answers: 0,
    downSince: null,
    lastAnswerAt: 0,
    unwatched: null,
  },
  roster: null,
  lastSeen: null,
  beganAnew: false,
  flapping: { changes: [], since: null },
  memories: {},
  ...different,
});

export const noticeOf = (different: Partial<Notice> = {}): Notice => ({
  version: 1,
  id: '000000000dexample',
  guildId: '100000000000000001',
  watchId: 'watch1',
  channelId: '200000000000000002',
  roleId: '300000000000000001',
  news: {
    kind: 'down',
    name: 'Valley',
    address: '192.0.2.7:27015',
    since: 0,
    reason: 'timeout',
    lastOnline: null,
    host: null,
    farewell: null,
  },
  createdAt: 0,
  expiresAt: 3_600_000,
  failures: 0,
  notBefore: 0,
  heldUntil: 0,
  worthAfter: 0,
  triedAt: null,
  parked: null,
  answers: null,
  person: null,
  covers: [],
  ...different,
});

export const wishOf = (different: Partial<Wish> = {}): Wish => ({
  id: 'wish0001',
  watchId: 'watch1',
  occasion: { kind: 'back' },
  server: 'Valley',
  askedAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
  ...different,
});

export const personOf = (different: Partial<PersonDocument> = {}): PersonDocument => ({
  version: 1,
  personId: '400000000000000007',
  guildId: '100000000000000001',
  guildName: 'Harbour',
  channelId: '600000000000000007',
  language: 'en',
  closedSince: null,
  wishes: [wishOf()],
  ended: [],
  ...different,
});

export const incidentOf = (different: Partial<Omit<Incident, 'id'>> = {}): Incident => {
  const incident: Omit<Incident, 'id'> = {
    version: 1,
    server: serverOf().key,
    name: 'Valley',
    since: 0,
    until: null,
    cause: 'timeout',
    watches: [{ guildId: '100000000000000001', watchId: 'watch1' }],
    ...different,
  };
  return { ...incident, id: incidentId(incident.server, incident.since) };
};
