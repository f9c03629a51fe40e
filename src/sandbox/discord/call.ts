import { ApiError } from './apiError.ts';
import type { UploadedFile } from './messageForm.ts';
import type { RouteName } from './routeNames.ts';
import type { World } from './world.ts';

/** A request on its way into a route. */
export type Call = {
  world: World;
  query: URLSearchParams;
  /** Parsed JSON, or `payload_json` of a multipart body; undefined when there was none. */
  body: unknown;
  files: readonly UploadedFile[];
};

/** What a route answers; `body` undefined = no content. */
export type Answer = { status: number; body?: unknown };

/** A route: the values of the placeholders of its name follow in order. */
type Handler = (call: Call, ...values: string[]) => Answer;

export type Handlers = Partial<Record<RouteName, Handler>>;

/** 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export const NO_CONTENT: Answer = { status: 204 };

/** The `limit` of the query; throws 50035 outside 1 and `most`. */
export function limitOf(call: Call, { most, usual }: { most: number; usual: number }): number {
  const text = call.query.get('limit');
  const limit = text === null ? usual : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) {
    const message = `int value should be between 1 and ${most}.`;
    throw new ApiError('invalidForm', {
      errors: { limit: { _errors: [{ code: 'NUMBER_TYPE_MAX', message }] } },
    });
  }
  return limit;
}
