import type { ServerResponse } from 'node:http';

/** What goes back over HTTP. A string body is HTML; undefined = no content. */
export type Reply = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
  /** Discord's error code, for the journal. */
  code: number | null;
};

/** Sends a reply; `cutInTheMiddle` sends half of it and cuts the connection. */
export function writeReply(response: ServerResponse, reply: Reply, cutInTheMiddle: boolean): void {
  const text =
    reply.body === undefined
      ? ''
      : typeof reply.body === 'string'
        ? reply.body
        : JSON.stringify(reply.body);
  const type = typeof reply.body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(reply.status, {
    ...(text === '' ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
    ...reply.headers,
  });
  if (cutInTheMiddle) {
    response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy());
    return;
  }
  response.end(text);
}
