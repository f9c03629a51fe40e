import type { IncomingMessage } from 'node:http';

const UNFORMED = ['application/json', 'application/octet-stream'];

/**
 * Why a request to the page must not be answered, or null. A page on another site can make a browser send requests to
 * this machine, also under a name of its own that it points at 127.0.0.1: so the Host has to be this server by its
 * loopback name, a named Origin has to be the same, and what changes something has to be JSON or a plain file, which no form sends.
 */
export function refusalOf(request: IncomingMessage, port: number): string | null {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!own.includes(request.headers.host ?? '')) {
    return `this page is only served as http://${own[0]}`;
  }
  const { origin } = request.headers;
  if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) {
    return 'requests from another site are refused';
  }
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') {
    return 'requests from another site are refused';
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim() ?? '';
  return request.method === 'POST' && !UNFORMED.includes(type)
    ? `the body has to be ${UNFORMED.join(' or ')}`
    : null;
}
