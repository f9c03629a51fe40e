import type { Snapshot } from '#snapshot/snapshot.ts';

/** HOST:PORT as people write it; IPv6 in brackets; without a port only the host. */
export function hostPort(host: string, port: number | null): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}

/** Where the questions went. */
export function queriedAddress(snapshot: Snapshot): string {
  return hostPort(snapshot.target.host, snapshot.target.port);
}

/** What a player types to join: the game's own port when the server tells it, else the port that answers. */
export function joinAddress(snapshot: Snapshot): string {
  return hostPort(snapshot.target.host, snapshot.gamePort ?? snapshot.target.port);
}
