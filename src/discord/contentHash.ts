import { createHash } from 'node:crypto';

const LENGTH = 22;

/** A short text that is the same as long as the content is: tells whether a message or a file has changed. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, LENGTH);
