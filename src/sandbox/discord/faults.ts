import type { RouteMatch, RouteName } from './routeNames.ts';

/** Which requests a fault waits for. */
type FaultTarget = {
  route: RouteName;
  /** Only with this id in the path (channel, message ...). */
  id?: string;
  /** From the how-manieth fitting request on; 1 = the next one. */
  nth?: number;
  /** For how many requests; then all is normal again. 1 unless given. */
  times?: number;
};

/** What goes wrong (spec sandbox section 9). */
export type FaultAct =
  /** The request is handled and answered when the sandbox's clock has moved on by `ms`. */
  | { kind: 'delay'; ms: number }
  /** The request is handled, but the answer stays away until the fault is removed or the server stops. */
  | { kind: 'hang' }
  /** The socket is cut before the request is handled, or in the middle of the answer. */
  | { kind: 'cut'; when: 'before' | 'middle' }
  | {
      kind: 'rateLimit';
      /** Seconds. */
      retryAfter: number;
      /** Without the header discord.js repeats at once (J6). */
      header?: boolean;
      scope?: 'user' | 'global' | 'shared';
      code?: number;
      /** Name of a bucket that the bot learns by this answer (J9). */
      bucket?: string;
      /** The HTML of Cloudflare's ban, "error code: 1015". */
      html?: boolean;
    }
  /** Another status. `applied`: the request took effect all the same. */
  | { kind: 'status'; status: number; code?: number; message?: string; applied?: boolean }
  /** The answer has an X-RateLimit-Remaining of 0 and this reset, in seconds. */
  | { kind: 'exhausted'; resetAfter: number; bucket?: string }
  /** An edit is answered with 200 and the old message; nothing changes (api-docs#8108). */
  | { kind: 'ignoreEdit' }
  /** An edit within 1 s of the sending is answered as asked for, but the old embeds stay (api-docs#7980). */
  | { kind: 'earlyEditReverts' };

/** A fault that was set. */
export type Fault = {
  target: FaultTarget;
  act: FaultAct;
  /** How often it struck. */
  hits: () => number;
  /** Back to normal; an answer that hangs is cut. */
  remove: () => void;
  removed: () => boolean;
};

/** What goes wrong at the gateway. Each switch stays as it is set; counters count down to 0 = normal. */
type GatewayFaults = {
  /** Heartbeats get no op 11: the client takes the connection for dead. */
  ignoreHeartbeats: boolean;
  /** How many connections get no op 10. */
  withholdHello: number;
  /** New connections are cut before the upgrade. */
  refuseConnections: boolean;
  /** How many resumes replay each missed event twice (I17). */
  replayTwice: number;
  /** Guilds that READY lists and that never come (J18). */
  neverCreate: Set<string>;
  /** `session_start_limit.remaining` of GET /gateway/bot; null = what is really left. */
  remaining: number | null;
};

/** All fault switches of a local Discord. Faults that concern live connections are on `gateway` of LocalDiscord. */
export type Faults = {
  add: (target: FaultTarget, act: FaultAct) => Fault;
  /** The act for a request, if one strikes now; counts. */
  strike: (match: RouteMatch) => Fault | null;
  clear: () => void;
  gateway: GatewayFaults;
};

/** No fault set. */
export function createFaults(): Faults {
  let rows: { fault: Fault; strike: (match: RouteMatch) => boolean }[] = [];
  const add = (target: FaultTarget, act: FaultAct): Fault => {
    let seen = 0;
    let hits = 0;
    let removed = false;
    const fault: Fault = {
      target,
      act,
      hits: () => hits,
      remove: () => {
        removed = true;
        rows = rows.filter((row) => row.fault !== fault);
      },
      removed: () => removed,
    };
    const strike = (match: RouteMatch) => {
      if (match.name !== target.route || (target.id && !match.values.includes(target.id))) {
        return false;
      }
      seen += 1;
      if (seen < (target.nth ?? 1) || hits >= (target.times ?? 1)) {
        return false;
      }
      hits += 1;
      return true;
    };
    rows.push({ fault, strike });
    return fault;
  };
  return {
    add,
    strike: (match) => rows.find((row) => row.strike(match))?.fault ?? null,
    clear: () => {
      for (const { fault } of rows) {
        fault.remove();
      }
    },
    gateway: {
      ignoreHeartbeats: false,
      withholdHello: 0,
      refuseConnections: false,
      replayTwice: 0,
      neverCreate: new Set(),
      remaining: null,
    },
  };
}
