import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the health page tells: `ok` decides the HTTP status, the facts are shown as they are. */
export type Health = { ok: boolean; facts: Record<string, string | number | boolean | null> };

/** A running health endpoint. */
export type HealthServer = { port: number; close(): Promise<void> };

/**
 * Serves GET /healthz: 200 when `check` says ok, 503 otherwise, the facts as JSON. For a container's healthcheck and for whoever
 * watches the watcher. Rejects when the address can not be listened on.
 */
export async function openHealth(
  listen: { host: string; port: number },
  check: () => Health,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/healthz') {
      response.writeHead(404).end();
      return;
    }
    const health = check();
    response
      .writeHead(health.ok ? 200 : 503, { 'content-type': 'application/json' })
      .end(`${JSON.stringify({ ok: health.ok, ...health.facts })}\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
