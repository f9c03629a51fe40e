import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_FILE_BYTES } from '#sandbox/discord/requestBody.ts';
import { doAction, refusing } from './pageActions.ts';
import { streamEvents } from './pageEvents.ts';
import { servePageFile } from './pageFiles.ts';
import { isPageAction } from './pageForms.ts';
import { messagesFor, pinsFor } from './pageMessages.ts';
import { PageRefusal } from './pageRefusal.ts';
import { type PageSources, pageMaster } from './pageSources.ts';
import { pageState, viewerOf } from './pageState.ts';
import { refusalOf } from './requestGuard.ts';

/** Answers requests that are not Discord's; true = it will answer this one. */
export type ExtraRoutes = (request: IncomingMessage, response: ServerResponse) => boolean;

const API_PATH = '/page/api/';
const UPLOAD = 'upload';
const BODY_LIMIT = 64 * 1024;
const MOST_NAME = 255;

/**
 * The page and what it asks for: `/` and everything below `/page/`. All of it is for this machine's browser only:
 * requests under another name or from another site are refused (403).
 */
export function pageRoutes(sources: PageSources): ExtraRoutes {
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
      : answerFile(url.pathname, request, response);
    answered.catch((error: unknown) => sendError(response, error));
    return true;
  };
}

async function answerFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET') {
    throw new PageRefusal('files are only read', { status: 405 });
  }
  const decoded = decodePath(path);
  if (decoded === null || !(await servePageFile(decoded, response))) {
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
  sources: PageSources,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.slice(API_PATH.length);
  if (request.method === 'POST' && name === UPLOAD) {
    sendJson(response, 200, await takeUpload(sources, url.searchParams.get('name') ?? '', request));
    return;
  }
  if (request.method === 'POST' && isPageAction(name)) {
    sendJson(response, 200, await doAction(sources, name, await readJson(request)));
    return;
  }
  if (request.method !== 'GET') {
    throw new PageRefusal(`there is no action ${name}`, { status: 404 });
  }
  const viewer = viewerOf(sources.discord, url.searchParams.get('as'));
  if (name === 'events') {
    streamEvents(sources, viewer, response);
    return;
  }
  const channel = url.searchParams.get('channel') ?? '';
  sendJson(response, 200, await refusing(() => lookUp(sources, name, viewer, channel)));
}

function lookUp(
  { discord, world, master }: PageSources,
  name: string,
  viewer: string,
  channel: string,
) {
  switch (name) {
    case 'state':
      return {
        ...pageState(discord, viewer),
        servers: world.servers(),
        master: pageMaster(master),
      };
    case 'commands':
      return { commands: discord.people.commandsFor({ as: viewer, in: channel }) };
    case 'messages':
      return { messages: messagesFor(discord, viewer, channel) };
    case 'pins':
      return { messages: pinsFor(discord, viewer, channel) };
    default:
      throw new PageRefusal(`there is nothing called ${name}`, { status: 404 });
  }
}

/** Keeps a file for an option or a form of the bot, and gives the id that stands for it there. */
async function takeUpload({ discord }: PageSources, filename: string, request: IncomingMessage) {
  if (filename === '' || filename.length > MOST_NAME) {
    throw new PageRefusal('the file needs a name', { status: 400 });
  }
  const bytes = await readBody(request, MOST_FILE_BYTES);
  const { id, size } = discord.people.upload({ filename, bytes });
  return { id, filename, size };
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > most) {
      throw new PageRefusal(`more than ${most} bytes`, { status: 413 });
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBody(request, BODY_LIMIT);
  try {
    return JSON.parse(bytes.toString('utf8'));
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
