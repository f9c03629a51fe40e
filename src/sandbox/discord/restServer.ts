import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './apiError.ts';
import type { Answer, Call, Handlers } from './call.ts';
import { replyToFault } from './faultReply.ts';
import type { Fault } from './faults.ts';
import type { RequestEntry } from './journal.ts';
import { limitedRequest } from './limitedRequest.ts';
import { banReply, refusalReply } from './limitReply.ts';
import type { RateLimits } from './rateLimits.ts';
import { type Reply, writeReply } from './reply.ts';
import { parseBody, readBytes } from './requestBody.ts';
import { findRoute, isTokenRoute, type RouteMatch, unknownOptions } from './routeNames.ts';
import type { Until } from './ticker.ts';
import type { World } from './world.ts';

export const API_BASE = '/api/v10';

export type RestOptions = {
  world: World;
  handlers: Handlers;
  /** null = no limits. */
  limits: RateLimits | null;
  /** Resolves when the sandbox's clock allows it. */
  until: Until;
};

/** Answers one request of the REST API: journal, ban, faults, token, limits, route, in this order. */
export async function answerRest(
  options: RestOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world, limits, until } = options;
  const url = new URL(request.url ?? '/', world.origin());
  const path = url.pathname.slice(API_BASE.length);
  const entry: RequestEntry = {
    kind: 'request',
    at: world.now(),
    method: request.method ?? 'GET',
    path,
    query: url.search,
    authorised: request.headers.authorization === `Bot ${world.state.token}`,
    body: undefined,
    files: [],
    status: 0,
    ms: 0,
    code: null,
  };
  world.journal.add(entry);
  const match = findRoute(entry.method, path);
  const read = await readRequest(request);
  if (!(read instanceof ApiError)) {
    entry.body = read.json;
    entry.files = read.files.map((file) => file.filename);
  }
  const fault = match === null ? null : world.faults.strike(match);
  if (fault?.act.kind === 'delay') {
    await until(entry.at + fault.act.ms);
  }
  if (fault?.act.kind === 'cut' && fault.act.when === 'before') {
    entry.status = -1;
    request.socket.destroy();
    return;
  }
  const handle = () =>
    read instanceof ApiError
      ? errorReply(read)
      : route(options, entry, match, {
          world,
          query: url.searchParams,
          body: read.json,
          files: read.files,
        });
  const reply = limits?.banned() ? banReply() : replyToFault(world, fault, match, handle);
  entry.status = reply.status;
  entry.code = reply.code;
  entry.ms = world.now() - entry.at;
  if (limits !== null && countsAsInvalid(reply)) {
    limits.countInvalid();
  }
  if (fault?.act.kind === 'hang') {
    await hang(fault, until, response);
    entry.status = -1;
    return;
  }
  writeReply(response, reply, fault?.act.kind === 'cut');
}

async function readRequest(request: IncomingMessage) {
  try {
    return await parseBody(await readBytes(request), request.headers['content-type'] ?? '');
  } catch (error) {
    if (error instanceof ApiError) {
      return error;
    }
    return new ApiError('badJson', { message: 'the form could not be read', cause: error });
  }
}

function route(
  { world, handlers, limits }: RestOptions,
  entry: RequestEntry,
  match: RouteMatch | null,
  call: Call,
): Reply {
  const handler = match === null ? undefined : handlers[match.name];
  if (match === null || handler === undefined) {
    const message = `this Discord has no route ${entry.method} ${entry.path}`;
    world.journal.unexpected(message);
    return errorReply(new ApiError('unexpectedRequest', { message }));
  }
  if (!isTokenRoute(match.name) && !entry.authorised) {
    return errorReply(new ApiError('unauthorized'));
  }
  const verdict = limits?.check(limitedRequest(world, match, call.body));
  if (verdict?.refusal) {
    return refusalReply(verdict.refusal, verdict.headers);
  }
  const reply = run(world, entry, () => {
    refuseOptions(match, call);
    return handler(call, ...match.values);
  });
  return { ...reply, headers: { ...verdict?.headers, ...reply.headers } };
}

function refuseOptions(match: RouteMatch, call: Call): void {
  const unknown = unknownOptions(match.name, call.query);
  if (unknown.length > 0) {
    const message = `the query has options that Discord does not know: ${unknown.join(', ')}`;
    throw new ApiError('unexpectedRequest', { message });
  }
}

function run(world: World, entry: RequestEntry, handle: () => Answer): Reply {
  try {
    const answer = handle();
    return { status: answer.status, body: answer.body, headers: {}, code: null };
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.kind === 'unexpectedRequest') {
        world.journal.unexpected(`${entry.method} ${entry.path}: ${error.message}`);
      }
      return errorReply(error);
    }
    const message = `${entry.method} ${entry.path} broke this Discord: ${String(error)}`;
    world.journal.unexpected(message);
    return errorReply(new ApiError('unexpectedRequest', { message, cause: error }));
  }
}

function errorReply(error: ApiError): Reply {
  return { status: error.status, body: error.body(), headers: {}, code: error.code };
}

/** 401, 403 and 429 count against the address, except 429 of scope "shared". */
function countsAsInvalid(reply: Reply): boolean {
  return [401, 403, 429].includes(reply.status) && reply.headers['X-RateLimit-Scope'] !== 'shared';
}

/** Holds the answer back until the fault is removed, then cuts the connection. */
async function hang(fault: Fault, until: Until, response: ServerResponse): Promise<void> {
  await until(() => fault.removed() || response.destroyed);
  response.destroy();
}
