import { existsSync, readFileSync } from 'node:fs';

/** Samples of the master protocol and of the web lists; they lie beside the repository, where they are at all. */
const SAMPLES = new URL('../../../../shared/spec/samples-master/', import.meta.url);

/** The text of a sample file; null where the samples are not there. */
export function sampleText(name: string): string | null {
  const file = new URL(name, SAMPLES);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** A sample file's JSON, or what to use where the samples are not there. */
export function sampleJson<T>(name: string, absent: T): T {
  const text = sampleText(name);
  return text === null ? absent : JSON.parse(text);
}

/** For the titles of tests that need them. */
export const SKIPPED = '(skipped without ../shared)';
