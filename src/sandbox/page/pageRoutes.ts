import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { ForeignMaster } from '#sandbox/lists/foreignMaster.ts';
import type { World } from '#sandbox/servers/world.ts';
import { doAction, isPageAction, PageRefusal } from './pageActions.ts';
import { streamEvents } from './pageEvents.ts';
import { createPageFiles } from './pageFiles.ts';
import { messagesFor, pageState, pinsFor, viewerOf } from './pageState.ts';
import { refusalOf } from './requestGuard.ts';

/** Answers requests that are not Discord's; true = it will answer this one. */
export type ExtraRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

const API_PATH = '/page/api/';
const BODY_LIMIT = 64 * 1024;

type Sources = { discord: LocalDiscord; world: World; master: ForeignMaster };

/**
 * The page and what it asks for: `/` and everything below `/page/`. All of it is for this machine's browser only:
 * requests under another name or from another site are refused (403).
 */
export function pageRoutes(sources: Sources): ExtraRoutes {
  const files = createPageFiles();
  return (request, response) => {
    const url = new URL(request.url ?? '/', sources.discord.url);
    if (url.pathname !== '/' && !url.pathname.startsWith('/page/')) {
      return false;
    }
    const refusal = refusalOf(request, Number(url.port));
    if (refusal !== null) {
      sendJson(response, 403, { message: refusal });
      return true;
    }
    const answered = url.pathname.startsWith(API_PATH)
      ? answerApi(sources, url, request, response)
      : answerFile(files, url.pathname, request, response);
    answered.catch((error: unknown) => sendError(response, error));
    return true;
  };
}

async function answerFile(
  files: ReturnType<typeof createPageFiles>,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET') {
    throw new PageRefusal('files are only read', { status: 405 });
  }
  const decoded = decodePath(path);
  if (decoded === null || !(await files(decoded, response))) {
    throw new PageRefusal(`there is no ${path}`, { status: 404 });
  }
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

async function answerApi(
  sources: Sources,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.slice(API_PATH.length);
  if (request.method === 'POST' && isPageAction(name)) {
    sendJson(response, 200, await doAction(sources, name, await readJson(request)));
    return;
  }
  if (request.method !== 'GET') {
    throw new PageRefusal(`there is no action ${name}`, { status: 404 });
  }
  const person = url.searchParams.get('as');
  if (name === 'events') {
    streamEvents(sources, person, response);
    return;
  }
  sendJson(response, 200, lookUp(sources, name, person, url.searchParams.get('channel') ?? ''));
}

function lookUp({ discord, world }: Sources, name: string, person: string | null, channel: string) {
  const viewer = viewerOf(discord, person);
  switch (name) {
    case 'state':
      return { ...pageState(discord, viewer), servers: world.servers() };
    case 'messages':
      return { messages: messagesFor(discord, viewer, channel) };
    case 'pins':
      return { messages: pinsFor(discord, viewer, channel) };
    default:
      throw new PageRefusal(`there is nothing called ${name}`, { status: 404 });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_LIMIT) {
      throw new PageRefusal(`more than ${BODY_LIMIT} bytes`, { status: 413 });
    }
    chunks.push(chunk as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    throw new PageRefusal('the body is not JSON', { status: 400, cause: error });
  }
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status = error instanceof PageRefusal ? error.status : 500;
  sendJson(response, status, { message: error instanceof Error ? error.message : String(error) });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body));
}
