import type { ServerResponse } from 'node:http';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import type { Change } from '#sandbox/discord/outlet.ts';
import type { SimulatedServer } from '#sandbox/servers/simulatedServer.ts';
import { messageFor, type PageMessage, seesChannel } from './pageMessages.ts';
import { type PageMaster, type PageSources, pageMaster } from './pageSources.ts';
import { type PageState, pageState } from './pageState.ts';

/** What the page is told while it is open. */
type PageEvent =
  | (Extract<Change, { kind: 'message' }> & { message: PageMessage | null })
  | (Extract<Change, { kind: 'notified' }> & { message: PageMessage })
  | Extract<Change, { kind: 'pins' | 'interaction' | 'modal' | 'commands' }>
  | { kind: 'state'; state: PageState }
  | { kind: 'servers'; servers: SimulatedServer[] }
  | { kind: 'master'; master: PageMaster };

/** What a change means for the viewer; null when the viewer must not, or need not, know of it. */
function eventFor(change: Change, discord: LocalDiscord, viewer: string): PageEvent | null {
  switch (change.kind) {
    case 'message': {
      const hidden = change.visibleTo !== null && change.visibleTo !== viewer;
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
      return change.userId === viewer ? change : null;
    case 'commands':
      return change;
    case 'choices':
      return null;
    default:
      return { kind: 'state', state: pageState(discord, viewer) };
  }
}

/** Sends events to one open page until it is closed (server-sent events). */
export function streamEvents(
  { discord, world, master }: PageSources,
  viewer: string,
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
      const event = eventFor(change, discord, viewer);
      if (event !== null) {
        send(event);
      }
    }),
    world.subscribe(() => send({ kind: 'servers', servers: world.servers() })),
    master.subscribe(() => send({ kind: 'master', master: pageMaster(master) })),
  ];
  response.on('close', () => {
    for (const stop of undo) {
      stop();
    }
  });
  send({ kind: 'state', state: pageState(discord, viewer) });
  send({ kind: 'servers', servers: world.servers() });
  send({ kind: 'master', master: pageMaster(master) });
}
