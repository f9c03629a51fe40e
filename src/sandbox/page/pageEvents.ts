import type { ServerResponse } from 'node:http';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Change } from '#sandbox/discord/outlet.ts';
import type { SimulatedServer } from '#sandbox/servers/simulatedServer.ts';
import type { World } from '#sandbox/servers/world.ts';
import {
  messageFor,
  type PageMessage,
  type PageState,
  pageState,
  seesChannel,
  type Viewer,
  viewerOf,
} from './pageState.ts';

/** What the page is told while it is open. */
type PageEvent =
  | (Extract<Change, { kind: 'message' }> & { message: PageMessage | null })
  | (Extract<Change, { kind: 'notified' }> & { message: PageMessage })
  | Extract<Change, { kind: 'pins' | 'interaction' | 'modal' }>
  | { kind: 'state'; state: PageState }
  | { kind: 'servers'; servers: SimulatedServer[] };

/** What a change means for the viewer; null when the viewer must not, or need not, know of it. */
function eventFor(change: Change, discord: LocalDiscord, viewer: Viewer): PageEvent | null {
  const me = viewer.member.user.id;
  switch (change.kind) {
    case 'message': {
      const hidden = change.visibleTo !== null && change.visibleTo !== me;
      return hidden || !seesChannel(discord, viewer, change.channelId)
        ? null
        : { ...change, message: messageFor(discord, viewer, change.channelId, change.messageId) };
    }
    case 'notified': {
      const message = messageFor(discord, viewer, change.channelId, change.messageId);
      return message === null ? null : { ...change, message };
    }
    case 'pins':
      return seesChannel(discord, viewer, change.channelId) ? change : null;
    case 'interaction':
    case 'modal':
      return change.userId === me ? change : null;
    case 'choices':
      return null;
    default:
      return { kind: 'state', state: pageState(discord, viewer) };
  }
}

/** Sends events to one open page until it is closed (server-sent events). */
export function streamEvents(
  { discord, world }: { discord: LocalDiscord; world: World },
  personId: string | null,
  response: ServerResponse,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const send = (event: PageEvent) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const undo = [
    discord.subscribe((change) => {
      // Looked up anew each time: roles and channels change under an open page.
      const event = eventFor(change, discord, viewerOf(discord, personId));
      if (event !== null) {
        send(event);
      }
    }),
    world.subscribe(() => send({ kind: 'servers', servers: world.servers() })),
  ];
  response.on('close', () => {
    for (const stop of undo) {
      stop();
    }
  });
  send({ kind: 'state', state: pageState(discord, viewerOf(discord, personId)) });
  send({ kind: 'servers', servers: world.servers() });
}
