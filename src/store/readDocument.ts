import { z } from 'zod';
import { migrated, newestVersion, versionOf } from './migrations.ts';

/** A part of a document that can not be read: its place ("watches/3"), what stood there, and why. */
type LostPart = { place: string; value: unknown; why: string };

/** What became of a stored document: read but for the `lost` parts, or not at all. */
export type ReadDocument<T> =
  | { ok: true; document: T; lost: readonly LostPart[] }
  | { ok: false; why: string };

/** How the documents of a namespace are read. `inParts`: the rest is worth keeping without what can not be read. */
export type DocumentKind<T> = { namespace: string; schema: z.ZodType<T>; inParts: boolean };

/** Reads what was stored, of whatever version. Pure. */
export function readDocument<T>(kind: DocumentKind<T>, stored: unknown): ReadDocument<T> {
  const { namespace, schema, inParts } = kind;
  const newest = newestVersion(namespace);
  if (versionOf(stored) > newest) {
    const why = `version ${versionOf(stored)} was written by a newer bot: this one reads ${newest}`;
    return { ok: false, why };
  }
  let value: unknown;
  try {
    value = migrated(namespace, stored);
  } catch (error) {
    return { ok: false, why: `it could not be brought up to version ${newest}: ${error}` };
  }
  const whole = schema.safeParse(value);
  if (whole.success) {
    return { ok: true, document: whole.data, lost: [] };
  }
  const unreadable = { ok: false, why: z.prettifyError(whole.error) } as const;
  return inParts ? (readRest(schema, value) ?? unreadable) : unreadable;
}

/** The document without the smallest parts that have to go; null when nothing useful is left. */
function readRest<T>(schema: z.ZodType<T>, stored: unknown): ReadDocument<T> | null {
  const lost: LostPart[] = [];
  let value = stored;
  for (;;) {
    const read = schema.safeParse(value);
    if (read.success) {
      return { ok: true, document: read.data, lost };
    }
    const part = smallestPart(schema, value, read.error.issues);
    if (part === null) {
      return null;
    }
    value = part.rest;
    lost.push(part.lost);
  }
}

type Path = readonly PropertyKey[];

/** What has to be taken out so that the first fault is gone: as little as possible. */
function smallestPart(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): { rest: unknown; lost: LostPart } | null {
  const path = issues[0]?.path ?? [];
  for (let length = path.length; length > 0; length -= 1) {
    const place = path.slice(0, length);
    const rest = without(value, place);
    const left = schema.safeParse(rest).error?.issues.length ?? 0;
    if (left < issues.length) {
      const faults = issues.filter((issue) => place.every((step, n) => issue.path[n] === step));
      const why = z.prettifyError(new z.ZodError(faults));
      return { rest, lost: { place: place.map(String).join('/'), value: at(value, place), why } };
    }
  }
  return null;
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inside, step) => (inside as Record<PropertyKey, unknown>)?.[step], value);

function without(value: unknown, [step, ...further]: Path): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return further.length === 0
      ? value.filter((_, index) => index !== step)
      : value.map((one, index) => (index === step ? without(one, further) : one));
  }
  const { [step]: inside, ...rest } = value as Record<PropertyKey, unknown>;
  return further.length === 0 ? rest : { ...rest, [step]: without(inside, further) };
}
