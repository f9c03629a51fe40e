import { TransportError } from './transportError.ts';

export type StrictRequest = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | null;
  /** For the whole of it, ms. */
  timeoutMs: number;
  /** Of the body, unpacked. */
  maxBytes: number;
};

/**
 * Asks a stranger's web server: no redirect is followed, because it may lead to an address that nobody checked, and no more is
 * read than `maxBytes`. Whatever the status, it is an answer. Throws TransportError: `timeout`, `unreachable`, `too-large`.
 */
export async function strictFetch(
  url: string | URL,
  { method = 'GET', headers = {}, body = null, timeoutMs, maxBytes }: StrictRequest,
): Promise<{ status: number; text: string }> {
  const { host } = new URL(url);
  const ending = new AbortController();
  const deadline = setTimeout(() => ending.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: ending.signal,
    });
    return { status: response.status, text: await bodyWithin(response, host, maxBytes) };
  } catch (cause) {
    if (cause instanceof TransportError) {
      throw cause;
    }
    throw ending.signal.aborted
      ? new TransportError('timeout', `${host} did not answer in time.`, { cause })
      : new TransportError('unreachable', `${host} can not be reached: check address and port.`, {
          cause,
        });
  } finally {
    clearTimeout(deadline);
    ending.abort();
  }
}

async function bodyWithin(response: Response, host: string, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) {
      throw new TransportError('too-large', `${host} sends more than ${maxBytes} bytes.`);
    }
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}
