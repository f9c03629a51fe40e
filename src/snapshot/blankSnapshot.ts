import { firstPort } from './serverKey.ts';
import type { Snapshot } from './snapshot.ts';
import type { Target } from './target.ts';

/** A snapshot that says nothing yet: every reader of an answer starts from it and fills in what the bytes tell. */
export function blankSnapshot(target: Target): Snapshot {
  return {
    state: 'online',
    reason: null,
    detail: null,
    target: { game: target.game, host: target.host, address: null, port: firstPort(target) ?? 0 },
    protocol: null,
    name: null,
    map: null,
    folder: null,
    description: null,
    version: null,
    appId: null,
    gameId: null,
    steamId: null,
    players: { online: null, max: null, bots: null, connecting: null },
    roster: { state: 'unavailable', players: [] },
    rules: { state: 'unavailable', values: {} },
    password: null,
    secure: null,
    kind: 'unknown',
    os: 'unknown',
    gamePort: null,
    tv: null,
    keywords: null,
    tags: [],
    ark: null,
    arma: null,
    samp: null,
    pingMs: null,
    tried: [],
    problems: [],
  };
}
