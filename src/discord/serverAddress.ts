import type { Snapshot } from '#snapshot/snapshot.ts';
import type { LastSeen } from '#store/serverDocument.ts';

/** HOST:PORT as people write it; IPv6 in brackets; without a port only the host. */
export function hostPort(host: string, port: number | null): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

/** Where the questions went. */
export function queriedAddress(snapshot: Snapshot): string {
  return hostPort(snapshot.target.host, snapshot.target.port);
}

/** What a player types to join: the game's own port when the server tells it, or told it before, else the port that answers. */
export function joinAddress({ target, gamePort }: Snapshot, lastSeen: LastSeen | null): string {
  return hostPort(target.host, gamePort ?? lastSeen?.gamePort ?? target.port);
}
