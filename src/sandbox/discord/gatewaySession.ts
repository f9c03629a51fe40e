/** A dispatch as it was numbered, kept for a resume. */
export type Numbered = { op: 0; t: string; s: number; d: Record<string, unknown> };

/** What a client has between its identify and the end of its session; outlives the connection. */
export type GatewaySession = {
  id: string;
  intents: number;
  shard: [number, number];
  /** Number of the last dispatch. */
  seq: number;
  log: Numbered[];
  /** Sends to the client, or null while it is away. */
  send: ((packet: object) => void) | null;
  /** Activity that the bot shows. */
  presence: unknown;
};

const KEPT_DISPATCHES = 5000;

/** A session that was just identified. */
export function openSession(
  id: string,
  intents: number,
  shard: [number, number],
  send: (packet: object) => void,
): GatewaySession {
  return { id, intents, shard, seq: 0, log: [], send, presence: null };
}

/** Numbers a dispatch, keeps it, and sends it when somebody is there. */
export function deliver(
  session: GatewaySession,
  name: string,
  data: Record<string, unknown>,
): void {
  session.seq += 1;
  const packet: Numbered = { op: 0, t: name, s: session.seq, d: structuredClone(data) };
  session.log.push(packet);
  if (session.log.length > KEPT_DISPATCHES) {
    session.log.shift();
  }
  session.send?.(packet);
}

/** What a client missed that has seen everything up to `seq`; null when that is in the future or too long ago. */
export function missedSince(session: GatewaySession, seq: number): Numbered[] | null {
  const first = session.log[0]?.s ?? 1;
  return seq > session.seq || seq + 1 < first ? null : session.log.filter(({ s }) => s > seq);
}

/** Whether events of a guild go to this shard; those without a guild go to shard 0. */
export function servesGuild(
  { shard }: Pick<GatewaySession, 'shard'>,
  guildId: string | null,
): boolean {
  const [id, count] = shard;
  return guildId === null ? id === 0 : Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}
