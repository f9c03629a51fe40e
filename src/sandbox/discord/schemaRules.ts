import { ApiError } from './apiError.ts';
import { type FormError, type FormPath, formError, refuseForm } from './formErrors.ts';

/** An issue as zod reports it; which keys there are depends on `code`. */
type SchemaIssue = {
  code: string;
  path: PropertyKey[];
  message: string;
  origin?: string;
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  values?: readonly unknown[];
  errors?: SchemaIssue[][];
};

/** What we use of a schema of discord-api-spec. */
export type BodySchema = {
  safeParse: (
    body: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: SchemaIssue[] } };
};

/**
 * First layer of validation: Discord's published schema. Throws 50035 in Discord's shape, `path` before each place. A key that the schema does
 * not know is not ignored as Discord does: it is a slip of the bot, so it throws "unexpected request" (code 0), unless it is one of
 * `alsoKnown`, in which * stands for a place in a list.
 */
export function checkSchema(
  schema: BodySchema,
  body: unknown,
  alsoKnown: readonly string[] = [],
  path: FormPath = [],
): void {
  const result = schema.safeParse(body);
  if (!result.success) {
    refuseForm(
      result.error.issues
        .flatMap((issue) => translate(issue, [], body))
        .map((error) => ({ ...error, path: [...path, ...error.path] })),
    );
    return;
  }
  const unknown = unknownKeys(body, result.data, []).filter(
    (key) => !alsoKnown.includes(key.replaceAll(/\.\d+\./g, '.*.')),
  );
  if (unknown.length > 0) {
    throw new ApiError('unexpectedRequest', {
      message: `the body has keys that Discord does not know: ${unknown.join(', ')}`,
    });
  }
}

/** Throws "unexpected request" for keys that Discord knows but this Discord does not carry out: no silent half-truths. */
export function refuseUnplayed(form: object, played: readonly string[]): void {
  const unplayed = Object.entries(form).flatMap(([key, value]) =>
    value === null || value === undefined || played.includes(key) ? [] : [key],
  );
  if (unplayed.length > 0) {
    throw new ApiError('unexpectedRequest', {
      message: `this Discord does not carry out ${unplayed.join(', ')}`,
    });
  }
}

/** Schemas drop what they do not know: what is in the input and not in the output is unknown. */
function unknownKeys(input: unknown, output: unknown, path: readonly string[]): string[] {
  if (Array.isArray(input)) {
    return input.flatMap((value, index) =>
      unknownKeys(value, Array.isArray(output) ? output[index] : undefined, [
        ...path,
        String(index),
      ]),
    );
  }
  if (!isRecord(input) || !isRecord(output)) {
    return [];
  }
  return Object.keys(input).flatMap((key) => {
    if (input[key] === undefined) {
      return [];
    }
    return key in output
      ? unknownKeys(input[key], output[key], [...path, key])
      : [[...path, key].join('.')];
  });
}

function translate(issue: SchemaIssue, prefix: FormPath, body: unknown): FormError[] {
  const path = [
    ...prefix,
    ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
  ];
  const given = valueAt(body, path);
  switch (issue.code) {
    case 'invalid_union':
      return closest(issue.errors ?? []).flatMap((inner) => translate(inner, path, body));
    case 'too_big':
      return [tooBig(issue, path)];
    case 'too_small':
      return [tooSmall(issue, path)];
    case 'invalid_value':
      return given === undefined
        ? [formError.required(path)]
        : [formError.choices(path, issue.values ?? [])];
    case 'invalid_type':
      return [given === undefined ? formError.required(path) : wrongType(issue, path, given)];
    default:
      return [
        formError.other(path, 'STRING_TYPE_REGEX', 'String value did not match validation regex.'),
      ];
  }
}

/** Of several shapes a value might have had, the one it fits best: the same `type`, then the fewest issues. */
function closest(branches: readonly SchemaIssue[][]): SchemaIssue[] {
  const misfit = (issues: readonly SchemaIssue[]) =>
    issues.some((issue) => issue.code === 'invalid_value' && issue.path.at(-1) === 'type')
      ? 1000
      : 0;
  const whole = (issues: readonly SchemaIssue[]) =>
    issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type') ? 500 : 0;
  const cost = (issues: readonly SchemaIssue[]) => misfit(issues) + whole(issues) + issues.length;
  return [...branches].sort((a, b) => cost(a) - cost(b))[0] ?? [];
}

function tooBig(issue: SchemaIssue, path: FormPath): FormError {
  return isSized(issue)
    ? formError.maxLength(path, Number(issue.maximum))
    : formError.other(
        path,
        'NUMBER_TYPE_MAX',
        `int value should be less than or equal to ${issue.maximum}.`,
      );
}

function tooSmall(issue: SchemaIssue, path: FormPath): FormError {
  return isSized(issue)
    ? formError.minLength(path, Number(issue.minimum))
    : formError.other(
        path,
        'NUMBER_TYPE_MIN',
        `int value should be greater than or equal to ${issue.minimum}.`,
      );
}

function isSized(issue: SchemaIssue): boolean {
  return issue.origin === 'string' || issue.origin === 'array';
}

function wrongType(issue: SchemaIssue, path: FormPath, given: unknown): FormError {
  return issue.expected === 'string'
    ? formError.other(
        path,
        'STRING_TYPE_CONVERT',
        `Could not interpret "${String(given)}" as string.`,
      )
    : issue.expected === 'int' || issue.expected === 'number'
      ? formError.other(path, 'NUMBER_TYPE_COERCE', `Value "${String(given)}" is not int.`)
      : formError.other(
          path,
          'BASE_TYPE_INVALID',
          `This field must be ${issue.expected ?? 'other'}.`,
        );
}

function valueAt(body: unknown, path: FormPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      Array.isArray(value)
        ? value[Number(step)]
        : isRecord(value)
          ? value[String(step)]
          : undefined,
    body,
  );
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
