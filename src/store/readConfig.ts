import type { z } from 'zod';
import { CONFIG_VERSION, type ConfigFile, configSchema } from './configFile.ts';
import { jsonFault } from './jsonFault.ts';

const TYPES = ['string', 'number', 'int', 'boolean', 'array', 'object'] as const;

/** What is wrong with a file, and where: `watches[2].server`, counted from 0 as in the file. */
export type ConfigMistake =
  /** `near`: what stands there; empty = the line, or the file, ends too early. */
  | { kind: 'not-json'; line: number; column: number; near: string }
  | { kind: 'missing' | 'unknown' | 'empty' | 'form'; field: string }
  | { kind: 'version'; field: string; version: number }
  | { kind: 'type'; field: string; wanted: (typeof TYPES)[number] }
  | { kind: 'choice'; field: string; allowed: string[] }
  | { kind: 'tooSmall' | 'tooBig' | 'tooLong' | 'tooMany'; field: string; limit: number };

/** What a file says, or all that is wrong with it. */
export type ReadConfig =
  | { ok: true; config: ConfigFile }
  | { ok: false; mistakes: readonly ConfigMistake[] };

const NEAR = 30;

/** Reads a file as people may have written it. Pure. */
export function readConfig(text: string): ReadConfig {
  const at = jsonFault(text);
  if (at !== null) {
    return { ok: false, mistakes: [{ kind: 'not-json', ...placeOf(text, at) }] };
  }
  const read = configSchema.safeParse(JSON.parse(text), { reportInput: true });
  return read.success
    ? { ok: true, config: read.data }
    : { ok: false, mistakes: read.error.issues.flatMap(mistakesOf) };
}

function placeOf(text: string, at: number): { line: number; column: number; near: string } {
  const lines = text.slice(0, at).split('\n');
  const near = text.slice(at, at + NEAR).split('\n', 1)[0] ?? '';
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, near: near.trim() };
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');

function mistakesOf(issue: z.core.$ZodIssue): ConfigMistake[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ kind: 'unknown', field: fieldOf([...issue.path, key]) }));
  }
  const field = fieldOf(issue.path);
  if (field === 'crowsnest') {
    return [{ kind: 'version', field, version: CONFIG_VERSION }];
  }
  return [issue.input === undefined ? { kind: 'missing', field } : mistakeOf(issue, field)];
}

function mistakeOf(issue: z.core.$ZodIssue, field: string): ConfigMistake {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = TYPES.find((type) => type === issue.expected) ?? 'object';
      return { kind: 'type', field, wanted };
    }
    case 'invalid_value':
      return { kind: 'choice', field, allowed: issue.values.map(String) };
    case 'too_small':
      return issue.origin === 'string'
        ? { kind: 'empty', field }
        : { kind: 'tooSmall', field, limit: Number(issue.minimum) };
    case 'too_big':
      return { kind: tooMuch(issue.origin), field, limit: Number(issue.maximum) };
    default:
      return { kind: 'form', field };
  }
}

const tooMuch = (origin: string): 'tooLong' | 'tooMany' | 'tooBig' =>
  origin === 'string' ? 'tooLong' : origin === 'array' ? 'tooMany' : 'tooBig';
