import {
  deliver,
  type GatewaySession,
  missedSince,
  type Numbered,
  openSession,
} from './gatewaySession.ts';
import { identifyRefusal, shardOf, tokenRefusal } from './identify.ts';
import { isRecord } from './schemaRules.ts';
import type { World } from './world.ts';

/** Gateway operations that occur here. */
export const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

/** Operations of Discord that nothing here needs: noted, not answered. */
const UNSERVED_OPS = [4, 8, 31, 43];

const MOST_SENDS = 120;
const SENDS_WINDOW_MS = 60_000;
const MOST_PACKET_BYTES = 4096;

/** What the connections of one gateway share. */
export type GatewayHub = {
  world: World;
  sessions: Map<string, GatewaySession>;
  /** Privileged intents that the owner switched on. */
  consentedIntents: number;
  /** What op 10 tells. */
  heartbeatIntervalMs: number;
  /** A shard with more guilds is refused. */
  guildsPerShard: number;
  /** Takes note of an identify; false when it comes too soon after another one (max_concurrency). */
  mayIdentify: (shardId: number) => boolean;
  /** Sends READY and the guilds. */
  welcome: (session: GatewaySession) => void;
};

/** The client's side of a socket. */
export type Line = {
  send: (packet: object) => void;
  close: (code: number, reason: string) => void;
};

/** One WebSocket connection of the bot. */
export type GatewayConnection = {
  open: () => void;
  receive: (text: string) => void;
  /** Parts the connection from its session, and gives that when it was not taken over by another connection. */
  detach: () => GatewaySession | null;
};

/** The conversation on one connection (spec sandbox section 2): hello, then identify or resume, then heartbeats. */
export function createConnection(hub: GatewayHub, line: Line): GatewayConnection {
  const { world } = hub;
  let session: GatewaySession | null = null;
  const sends: number[] = [];

  const identify = (data: Record<string, unknown>) => {
    const shard = shardOf(data.shard);
    const refusal = identifyRefusal(world.state, session !== null, data, hub);
    if (refusal !== null || shard === null) {
      line.close(refusal?.code ?? 4010, refusal?.reason ?? '');
    } else if (!hub.mayIdentify(shard[0])) {
      line.send({ op: OP.invalidSession, d: false, s: null, t: null });
    } else {
      session = openSession(world.nextId(), Number(data.intents), shard, line.send);
      session.presence = data.presence ?? null;
      world.state.identifies.push(world.now());
      replaceLost(hub, session);
      hub.welcome(session);
    }
  };

  const resume = (data: Record<string, unknown>) => {
    const known = hub.sessions.get(String(data.session_id));
    const refusal = tokenRefusal(world.state, session !== null, data);
    const missed = known === undefined ? [] : missedSince(known, Number(data.seq));
    if (refusal !== null) {
      line.close(refusal.code, refusal.reason);
    } else if (known === undefined) {
      line.send({ op: OP.invalidSession, d: false, s: null, t: null });
    } else if (missed === null) {
      line.close(4007, 'Invalid seq.');
    } else {
      session = known;
      replay(hub, missed, line);
      known.send = line.send;
      deliver(known, 'RESUMED', {});
    }
  };

  const heartbeat = () => {
    if (!world.faults.gateway.ignoreHeartbeats) {
      line.send({ op: OP.heartbeatAck, d: null, s: null, t: null });
    }
  };

  const inSession = (op: number, data: unknown) => {
    if (session === null) {
      line.close(4003, 'Not authenticated.');
    } else if (op === OP.presence) {
      session.presence = data;
    } else {
      world.journal.unexpected(`this Discord does not serve gateway op ${op}`);
    }
  };

  const act = (op: number, data: unknown) => {
    const fields = isRecord(data) ? data : {};
    if (op === OP.heartbeat) {
      heartbeat();
    } else if (op === OP.identify) {
      identify(fields);
    } else if (op === OP.resume) {
      resume(fields);
    } else if (op === OP.presence || UNSERVED_OPS.includes(op)) {
      inSession(op, data);
    } else {
      line.close(4001, 'Unknown opcode.');
    }
  };

  return {
    open: () => {
      if (world.faults.gateway.withholdHello > 0) {
        world.faults.gateway.withholdHello -= 1;
        return;
      }
      line.send({
        op: OP.hello,
        d: { heartbeat_interval: hub.heartbeatIntervalMs },
        s: null,
        t: null,
      });
    },
    receive: (text) => {
      const packet = parsePacket(text);
      world.journal.add({
        kind: 'packet',
        at: world.now(),
        direction: 'from bot',
        packet: withoutToken(packet),
      });
      sends.push(world.now());
      if (countWithin(sends, world.now()) > MOST_SENDS) {
        line.close(4008, 'Rate limited.');
      } else if (packet === null) {
        line.close(4002, 'Error while decoding payload.');
      } else {
        act(packet.op, packet.d);
      }
    },
    detach: () => {
      const left = session !== null && session.send === line.send ? session : null;
      if (left !== null) {
        left.send = null;
      }
      session = null;
      return left;
    },
  };
}

/** Sends what was missed, in order, with its old numbers; a fault makes it come twice. */
function replay({ world }: GatewayHub, missed: readonly Numbered[], line: Line): void {
  const twice = world.faults.gateway.replayTwice > 0;
  world.faults.gateway.replayTwice -= twice ? 1 : 0;
  for (const packet of twice ? [...missed, ...missed] : missed) {
    line.send(packet);
  }
}

function parsePacket(text: string): { op: number; d: unknown } | null {
  if (Buffer.byteLength(text) > MOST_PACKET_BYTES) {
    return null;
  }
  try {
    const packet: unknown = JSON.parse(text);
    return isRecord(packet) && typeof packet.op === 'number'
      ? { op: packet.op, d: packet.d }
      : null;
  } catch {
    return null;
  }
}

function withoutToken(packet: { op: number; d: unknown } | null): unknown {
  return packet !== null && isRecord(packet.d) && 'token' in packet.d
    ? { ...packet, d: { ...packet.d, token: '(token)' } }
    : packet;
}

function countWithin(times: number[], nowMs: number): number {
  while (times[0] !== undefined && times[0] <= nowMs - SENDS_WINDOW_MS) {
    times.shift();
  }
  return times.length;
}

/** A new session of a shard ends what an earlier process of the bot left behind. */
function replaceLost(hub: GatewayHub, session: GatewaySession): void {
  for (const [id, other] of hub.sessions) {
    if (other.send === null && String(other.shard) === String(session.shard)) {
      hub.sessions.delete(id);
    }
  }
  hub.sessions.set(session.id, session);
}
