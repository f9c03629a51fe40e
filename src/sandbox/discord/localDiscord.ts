import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { applicationRoutes } from './applicationRoutes.ts';
import { callbackRoute } from './callbackRoute.ts';
import { channelRoutes } from './channelRoutes.ts';
import { commandRoutes } from './commandRoutes.ts';
import { directRoutes } from './directRoutes.ts';
import { createFaults, type Faults } from './faults.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { HARBOUR } from './harbour.ts';
import { failOverdue } from './interactionClock.ts';
import { createJournal, type Journal } from './journal.ts';
import { newChannelRoute } from './newChannelRoute.ts';
import { messageRoutes } from './messageRoutes.ts';
import { type Change, createOutlet } from './outlet.ts';
import { createPeople, type People } from './people.ts';
import { pinRoutes } from './pinRoutes.ts';
import { createRateLimits } from './rateLimits.ts';
import { API_BASE, answerRest } from './restServer.ts';
import { buildState, type SetUp } from './setUp.ts';
import { createSnowflakes } from './snowflake.ts';
import type { State } from './state.ts';
import { archiveIdleThreads } from './threadClock.ts';
import { threadRoutes } from './threadRoutes.ts';
import { startTicker } from './ticker.ts';
import { webhookRoutes } from './webhookRoutes.ts';
import type { Sharding, World } from './world.ts';

export type LocalDiscordOptions = {
  /** 0 = any free port. Always on 127.0.0.1. */
  port?: number;
  /** Ms since 1970. Everything here goes by this clock. */
  now?: () => number;
  /** "observed": the limits people measured (spec discord section 6), and 5 s between identifies of one rest. */
  rateLimits?: 'off' | 'observed';
  /** So many 401, 403, 429 within 10 min get the address banned, when limits are on. */
  invalidRequestLimit?: number;
  /** How long a nonce is remembered, ms. Discord says "a few minutes". */
  nonceWindowMs?: number;
  /** Privileged intents that the owner switched on; none unless given. */
  privilegedIntents?: number;
  /** How often the bot is to send a heartbeat, ms; 41,250 as on Discord unless given. */
  heartbeatIntervalMs?: number;
  /** One shard, one identify in 5 s and 2500 guilds a shard unless given. */
  sharding?: Partial<Sharding>;
  setUp?: SetUp;
  /** Takes a request that is not Discord's (the page); true = it answers it. */
  extraRoutes?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** A Discord of its own on this machine. */
export type LocalDiscord = {
  /** "http://127.0.0.1:PORT", where the page is. */
  url: string;
  /** For discord.js: `new Client({ rest: { api: apiUrl } })`. */
  apiUrl: string;
  token: string;
  applicationId: string;
  state: State;
  people: People;
  journal: Journal;
  faults: Faults;
  /** The live connections of the bot, and what can be done to them. */
  gateway: Gateway;
  /** Ms since 1970, the clock of the options. */
  now: () => number;
  /** What a test should fail on at its end: unknown requests, and interactions that nobody answered. */
  problems: () => string[];
  /** Everything that people can see changing; gives back its own undo. */
  subscribe: (listener: (change: Change) => void) => () => void;
  /** Closes every connection; afterwards nothing of this keeps the process alive. */
  close: () => Promise<void>;
};

/** Starts a local Discord: REST and gateway on one port of 127.0.0.1 (spec sandbox). */
export async function startLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const now = options.now ?? Date.now;
  const origin = { value: '' };
  const journal = createJournal(now);
  const world: World = {
    state: buildState(options.setUp ?? HARBOUR, now()),
    now,
    nextId: createSnowflakes(now),
    outlet: createOutlet(),
    journal,
    faults: createFaults(),
    nonceWindowMs: options.nonceWindowMs ?? 5 * 60_000,
    sharding: { recommended: 1, maxConcurrency: 1, guildsPerShard: 2500, ...options.sharding },
    origin: () => origin.value,
  };
  const observed = options.rateLimits === 'observed';
  const gateway = startGateway(world, {
    consentedIntents: options.privilegedIntents ?? 0,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    spaceIdentifies: observed,
  });
  const ticker = startTicker(now, () => {
    failOverdue(world);
    archiveIdleThreads(world);
  });
  const rest = {
    world,
    limits: observed ? createRateLimits(now, options.invalidRequestLimit ?? 10_000) : null,
    until: ticker.until,
    handlers: {
      ...applicationRoutes,
      ...commandRoutes,
      ...channelRoutes,
      ...newChannelRoute,
      ...threadRoutes,
      ...directRoutes,
      ...messageRoutes,
      ...pinRoutes,
      ...callbackRoute,
      ...webhookRoutes,
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith(`${API_BASE}/`)) {
      answerRest(rest, request, response).catch((error: unknown) => {
        journal.unexpected(`${request.method} ${path}: ${String(error)}`);
        response.destroy();
      });
    } else if (!options.extraRoutes?.(request, response)) {
      serveFile(world, path, response);
    }
  });
  server.on('upgrade', gateway.upgrade);
  const port = await listen(server, options.port ?? 0);
  origin.value = `http://127.0.0.1:${port}`;
  const people = createPeople(world);
  return {
    url: origin.value,
    apiUrl: `${origin.value}/api`,
    token: world.state.token,
    applicationId: world.state.application.id,
    state: world.state,
    people,
    journal,
    faults: world.faults,
    gateway,
    now,
    problems: () => [
      ...journal.surprises(),
      ...people.unanswered().map(({ label, status }) => `${label} is ${status}`),
    ],
    subscribe: world.outlet.subscribe,
    close: async () => {
      ticker.stop();
      gateway.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Uploaded files, as their addresses in messages say; 404 for anything else. */
function serveFile(world: World, path: string, response: ServerResponse): void {
  const file = world.state.files.get(path.split('?')[0] ?? '');
  if (file === undefined) {
    if (path.startsWith('/api/')) {
      world.journal.unexpected(`not a request to ${API_BASE}: ${path}`);
    }
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found');
    return;
  }
  response
    .writeHead(200, {
      'Content-Type': file.contentType,
      'Content-Length': file.bytes.length,
      // A file of a bot stands on the page's own address: it may be looked at, never run there.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    })
    .end(file.bytes);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
