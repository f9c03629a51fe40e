import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { gatewayUrl } from './applicationRoutes.ts';
import {
  createConnection,
  type GatewayConnection,
  type GatewayHub,
  OP,
} from './gatewayConnection.ts';
import { isWithBot } from './directs.ts';
import { deliver, type GatewaySession, servesGuild } from './gatewaySession.ts';
import { INTENT, intentFor, readableMessage } from './intents.ts';
import type { Dispatch } from './outlet.ts';
import { guildsOfShard } from './identify.ts';
import { guildCreate } from './wire.ts';
import type { World } from './world.ts';

/** After these closes a session is over (spec sandbox section 2, Reconnect). */
const ENDING_CODES = [1000, 4003, 4004, 4005, 4007, 4008, 4010, 4011, 4012, 4013, 4014];
const IDENTIFY_SPACING_MS = 5000;

export type GatewayOptions = {
  consentedIntents: number;
  /** How often the bot is to send op 1. */
  heartbeatIntervalMs: number;
  /** Refuse identifies beyond max_concurrency within 5 s, as Discord does. */
  spaceIdentifies: boolean;
};

type Upgrade = Parameters<WebSocketServer['handleUpgrade']>;

/** The gateway, and what can be done to its live connections. */
export type Gateway = {
  upgrade: (request: IncomingMessage, socket: Upgrade[1], head: Upgrade[2]) => void;
  connected: () => boolean;
  sessions: () => readonly GatewaySession[];
  /** Closes all connections with a code. */
  close: (code: number, reason?: string) => void;
  /** Cuts all connections without a close frame. */
  drop: () => void;
  /** Op 7. */
  askReconnect: () => void;
  /** Op 9; `resumable` is its `d`. A session that is not resumable is forgotten. */
  invalidate: (resumable: boolean) => void;
  /** Server op 1: the client answers at once. */
  askHeartbeat: () => void;
  /** Sends a raw packet, right or wrong. */
  send: (packet: object) => void;
  stop: () => void;
};

/** Serves the WebSocket side. Listens to the outlet until it is stopped. */
export function startGateway(world: World, options: GatewayOptions): Gateway {
  const server = new WebSocketServer({ noServer: true, clientTracking: false });
  const live = new Map<WebSocket, GatewayConnection>();
  const sessions = new Map<string, GatewaySession>();
  const mayIdentify = spacing(world, options);
  let toldConnected = false;
  const hub: GatewayHub = {
    world,
    sessions,
    consentedIntents: options.consentedIntents,
    heartbeatIntervalMs: options.heartbeatIntervalMs,
    guildsPerShard: world.sharding.guildsPerShard,
    mayIdentify,
    welcome: (session) => welcome(world, session),
  };
  const undo = world.outlet.onDispatch((event) => {
    for (const session of sessions.values()) {
      passOn(world, session, event);
    }
  });
  const sendAll = (packet: object) => {
    for (const socket of live.keys()) {
      sendTo(world, socket, packet);
    }
  };
  const tellConnected = () => {
    const connected = isConnected(sessions);
    if (connected !== toldConnected) {
      toldConnected = connected;
      world.outlet.tell({ kind: 'gateway', connected });
    }
  };

  const accept = (socket: WebSocket) => {
    const connection = createConnection(hub, {
      send: (packet) => sendTo(world, socket, packet),
      close: (code, reason) => socket.close(code, reason),
    });
    live.set(socket, connection);
    socket.on('message', (data) => {
      connection.receive(String(data));
      tellConnected();
    });
    socket.on('error', (error) => world.journal.note(`gateway socket: ${error.message}`));
    socket.on('close', (code) => {
      world.journal.note(`gateway connection closed: ${code}`);
      live.delete(socket);
      leave(sessions, connection, code);
      tellConnected();
    });
    connection.open();
  };

  return {
    upgrade: (request, socket, head) => {
      // Only browsers send an Origin: no web page that somebody has open may play the bot.
      if (world.faults.gateway.refuseConnections || request.headers.origin !== undefined) {
        socket.destroy();
        return;
      }
      server.handleUpgrade(request, socket, head, accept);
    },
    connected: () => isConnected(sessions),
    sessions: () => [...sessions.values()],
    close: (code, reason = '') => {
      for (const [socket, connection] of live) {
        leave(sessions, connection, code);
        socket.close(code, reason);
      }
    },
    drop: () => {
      for (const socket of live.keys()) {
        socket.terminate();
      }
    },
    askReconnect: () => sendAll({ op: OP.reconnect, d: null, s: null, t: null }),
    invalidate: (resumable) => {
      if (!resumable) {
        sessions.clear();
      }
      for (const connection of live.values()) {
        connection.detach();
      }
      sendAll({ op: OP.invalidSession, d: resumable, s: null, t: null });
    },
    askHeartbeat: () => sendAll({ op: OP.heartbeat, d: null, s: null, t: null }),
    send: sendAll,
    stop: () => {
      undo();
      for (const socket of live.keys()) {
        socket.terminate();
      }
      server.close();
    },
  };
}

/** Takes note of identifies, and refuses one that comes within 5 s of another one of its rest. */
function spacing(world: World, { spaceIdentifies }: GatewayOptions) {
  const last = new Map<number, number>();
  return (shardId: number): boolean => {
    const rest = shardId % world.sharding.maxConcurrency;
    const since = world.now() - (last.get(rest) ?? Number.NEGATIVE_INFINITY);
    const early = spaceIdentifies && since < IDENTIFY_SPACING_MS;
    if (!early) {
      last.set(rest, world.now());
    }
    return !early;
  };
}

/** READY, then one GUILD_CREATE for each guild of the shard that is there. */
function welcome(world: World, session: GatewaySession): void {
  const guilds = guildsOfShard(world.state, session.shard);
  deliver(session, 'READY', {
    v: 10,
    user: { ...world.state.bot, verified: true, mfa_enabled: false, email: null, flags: 0 },
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: session.id,
    resume_gateway_url: gatewayUrl(world),
    session_type: 'normal',
    shard: session.shard,
    application: { id: world.state.application.id, flags: 0 },
    private_channels: [],
    relationships: [],
    user_settings: {},
  });
  for (const guild of guilds) {
    const withheld = !guild.available || world.faults.gateway.neverCreate.has(guild.id);
    if (!withheld && session.intents & INTENT.Guilds) {
      deliver(session, 'GUILD_CREATE', guildCreate(guild, world.state.bot.id));
    }
  }
}

/** What happens where the bot is not is none of its business, but for what it is asked and for its own leaving. */
function concernsBot({ state }: World, { name, guildId, data }: Dispatch): boolean {
  if (name === 'INTERACTION_CREATE' || name === 'GUILD_DELETE') {
    return true;
  }
  if (guildId !== null) {
    return state.guilds.get(guildId)?.members.has(state.bot.id) ?? false;
  }
  const channel = state.directs.get(String(data.channel_id));
  return channel === undefined || isWithBot(channel);
}

function passOn(world: World, session: GatewaySession, event: Dispatch): void {
  if (!servesGuild(session, event.guildId) || !concernsBot(world, event)) {
    return;
  }
  const user = event.data.user as { id: string } | undefined;
  const needed = intentFor(event.name, {
    ownMember: user?.id === world.state.bot.id,
    direct: event.guildId === null,
  });
  if (needed !== 0 && (session.intents & needed) === 0) {
    world.journal.note(`${event.name} not sent: the bot has no such intent`);
    return;
  }
  const data = event.name.startsWith('MESSAGE_')
    ? readableMessage(event.data, session.intents, world.state.bot.id)
    : event.data;
  deliver(session, event.name, data);
}

function sendTo(world: World, socket: WebSocket, packet: object): void {
  world.journal.add({ kind: 'packet', at: world.now(), direction: 'to bot', packet });
  socket.send(JSON.stringify(packet));
}

/** A session whose connection is gone waits for a resume, unless the close ended it. */
function leave(
  sessions: Map<string, GatewaySession>,
  connection: GatewayConnection,
  code: number,
): void {
  const session = connection.detach();
  if (session !== null && ENDING_CODES.includes(code)) {
    sessions.delete(session.id);
  }
}

function isConnected(sessions: Map<string, GatewaySession>): boolean {
  return [...sessions.values()].some(({ send }) => send !== null);
}
