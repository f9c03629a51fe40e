import { ApiError, type FormErrorTree } from './apiError.ts';

export type FormPath = readonly (string | number)[];

/** One thing that is wrong with a body, at its place. */
export type FormError = { path: FormPath; code: string; message: string };

/** The `errors` tree of DOC reference: one object a path step, `_errors` at the end. */
function errorTree(errors: readonly FormError[]): FormErrorTree {
  const root: FormErrorTree = {};
  for (const { path, code, message } of errors) {
    let node = root;
    for (const step of path) {
      const key = String(step);
      const child = node[key];
      const next = child === undefined || Array.isArray(child) ? {} : child;
      node[key] = next;
      node = next;
    }
    const known = node._errors;
    node._errors = [...(Array.isArray(known) ? known : []), { code, message }];
  }
  return root;
}

/** Throws 50035 with all errors; does nothing when there is none. */
export function refuseForm(errors: readonly FormError[]): void {
  if (errors.length > 0) {
    throw new ApiError('invalidForm', { errors: errorTree(errors) });
  }
}

/** The sentences that Discord uses (spec sandbox section 5). */
export const formError = {
  required: (path: FormPath): FormError => ({
    path,
    code: 'BASE_TYPE_REQUIRED',
    message: 'This field is required',
  }),
  maxLength: (path: FormPath, most: number): FormError => ({
    path,
    code: 'BASE_TYPE_MAX_LENGTH',
    message: `Must be ${most} or fewer in length.`,
  }),
  minLength: (path: FormPath, least: number): FormError => ({
    path,
    code: 'BASE_TYPE_MIN_LENGTH',
    message: `Must be ${least} or more in length.`,
  }),
  choices: (path: FormPath, values: readonly unknown[]): FormError => ({
    path,
    code: 'BASE_TYPE_CHOICES',
    message: `Value must be one of {${values.join(', ')}}.`,
  }),
  other: (path: FormPath, code: string, message: string): FormError => ({ path, code, message }),
};
