import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Report } from './health.ts';

/** A page in text, with its media type. */
type Page = { type: string; body: string };

/** A running server of these pages. */
export type OpsServer = { port: number; close(): Promise<void> };

export type OpsPages = {
  /** Each is answered with 200 when it is ok, with 503 otherwise. */
  reports: Readonly<Record<string, () => Promise<Report>>>;
  metrics: () => Promise<Page>;
};

/**
 * Serves the reports and GET /metrics over HTTP, for containers, for Prometheus, and for whoever watches the watcher. Rejects when
 * the address can not be listened on.
 */
export async function openOpsServer(
  listen: { host: string; port: number },
  pages: OpsPages,
  log: Logger,
): Promise<OpsServer> {
  const server = createServer((request, response) => {
    answer(request, response, pages).catch((error: unknown) => {
      log.error({ event: 'ops', url: request.url, err: error }, 'a page could not be made');
      end(response, 500, { type: 'text/plain', body: 'See the log.\n' });
    });
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { reports, metrics }: OpsPages,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return end(response, 405, { type: 'text/plain', body: 'GET or HEAD only.\n' });
  }
  const [path = ''] = (request.url ?? '').split('?', 1);
  const make = Object.hasOwn(reports, path) ? reports[path] : undefined;
  if (make !== undefined) {
    const report = await make();
    const body = `${JSON.stringify(report)}\n`;
    return end(response, report.ok ? 200 : 503, { type: 'application/json', body });
  }
  if (path === '/metrics') {
    return end(response, 200, await metrics());
  }
  const known = [...Object.keys(reports), '/metrics'].join(', ');
  return end(response, 404, { type: 'text/plain', body: `There is ${known}.\n` });
}

function end(response: ServerResponse, status: number, { type, body }: Page): void {
  // node:http leaves the body out where HEAD was asked.
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
