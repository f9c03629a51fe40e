/** Where Discord keeps the files that people give it. */
const FILE_HOSTS: readonly string[] = [
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
];
const TIMEOUT_MS = 10_000;

/** The text of a file that a person gave; or why it can not be had. */
export type ReadAttachment = (
  file: { url: string; size: number },
  maxBytes: number,
) => Promise<{ ok: true; text: string } | { ok: false; why: 'too-large' | 'unreachable' }>;

/** Asks a web server, as transport/strictFetch.ts does; rejects with an error that has a `kind`. */
type Fetch = (
  url: string,
  limits: { timeoutMs: number; maxBytes: number },
) => Promise<{ status: number; text: string }>;

const kindOf = (error: unknown): unknown =>
  error instanceof Error && 'kind' in error ? error.kind : null;

/**
 * Makes the reader of attachments. It asks Discord's own hosts, and the one of the API, which is trusted with more than that:
 * what an interaction says can not make the bot ask anybody else.
 */
export function createReadAttachment(apiUrl: string, fetch: Fetch): ReadAttachment {
  const trusted = [...FILE_HOSTS, new URL(apiUrl).origin];
  const isTrusted = (url: string): boolean => trusted.includes(URL.parse(url)?.origin ?? '');
  return async ({ url, size }, maxBytes) => {
    if (size > maxBytes) {
      return { ok: false, why: 'too-large' };
    }
    try {
      const answer = isTrusted(url) ? await fetch(url, { timeoutMs: TIMEOUT_MS, maxBytes }) : null;
      return answer?.status === 200
        ? { ok: true, text: answer.text }
        : { ok: false, why: 'unreachable' };
    } catch (error) {
      const kind = kindOf(error);
      if (kind === null) {
        throw error;
      }
      return { ok: false, why: kind === 'too-large' ? 'too-large' : 'unreachable' };
    }
  };
}
