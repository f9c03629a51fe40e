import type { APIEmbed, RawFile } from 'discord.js';
import type { ShownGraph } from '#store/messageState.ts';

/** A graph that may be drawn, and up to when it would show (ms); null = it could not be drawn. */
export type NewGraph = { seenTo: number; draw: () => Promise<GraphFile | null> };

/** A PNG, and its words for those who do not see it. */
type GraphFile = { data: Buffer; words: string };

/** The graph that a message is to have: the one it has, unless there is a file. */
export type GraphToShow = ShownGraph & { file: GraphFile | null };

const NAME = 'graph.png';
/** A graph is not drawn again so soon (ms). */
const RENEWED_AFTER_MS = 900_000;

/** The graph to be drawn now: when the last one is old, and something was seen since; null = none. */
export async function graphDue(
  before: ShownGraph | null,
  read: () => Promise<NewGraph | null>,
  now: number,
): Promise<NewGraph | null> {
  const age = before === null ? RENEWED_AFTER_MS : now - before.drawnAt;
  if (age >= 0 && age < RENEWED_AFTER_MS) {
    return null;
  }
  const found = await read();
  return found?.seenTo === before?.seenTo ? null : found;
}

/** The due graph drawn; when it can not be, or none is due, the one from before. */
export async function graphToShow(
  before: ShownGraph | null,
  due: NewGraph | null,
  now: number,
): Promise<GraphToShow | null> {
  if (due === null) {
    return before && { ...before, file: null };
  }
  const file = await due.draw();
  return {
    file,
    attachmentId: before?.attachmentId ?? null,
    drawnAt: now,
    seenTo: due.seenTo,
  };
}

/** The same without a picture, for when Discord does not take it: there is another one in a quarter of an hour. */
export const withoutPicture = (graph: GraphToShow | null): GraphToShow | null =>
  graph && { ...graph, attachmentId: null, file: null };

/** What a message that is posted anew can have: what another message has attached is not its own. */
export const ofNewMessage = (graph: GraphToShow | null): GraphToShow | null =>
  graph?.file === null && graph.attachmentId !== null ? null : graph;

/** What of it goes into a request: the file, or which attachment stays; without either, none does. */
export function graphParts(graph: GraphToShow | null): {
  files?: RawFile[];
  attachments: { id: string; filename?: string; description?: string }[];
} {
  const { file, attachmentId } = graph ?? { file: null, attachmentId: null };
  if (file === null) {
    return { attachments: attachmentId === null ? [] : [{ id: attachmentId }] };
  }
  const { data, words: description } = file;
  return {
    files: [{ name: NAME, data }],
    attachments: [{ id: '0', filename: NAME, description }],
  };
}

/** The embeds with the graph in the first of them. */
export function withGraph(embeds: readonly APIEmbed[], graph: GraphToShow | null): APIEmbed[] {
  const isThere = graph !== null && (graph.file !== null || graph.attachmentId !== null);
  const image = isThere ? { image: { url: `attachment://${NAME}` } } : {};
  return embeds.map((embed, place) => (place === 0 ? { ...embed, ...image } : embed));
}

/** Where Discord keeps a file; its id stands before its name. */
const ADDRESS = /\/attachments\/\d+\/(\d+)\/graph\.png(\?|$)/;

/**
 * The graph as it stands in a message that was written. A file that an embed shows is not among the attachments that Discord
 * answers with (api-docs#1340): its id is in the address of the image.
 */
export function graphIn(
  graph: GraphToShow | null,
  { embeds }: { embeds: readonly Pick<APIEmbed, 'image'>[] },
): { graph?: ShownGraph } {
  if (graph === null) {
    return {};
  }
  const { drawnAt, seenTo } = graph;
  const attachmentId = ADDRESS.exec(embeds[0]?.image?.url ?? '')?.[1] ?? null;
  return { graph: { attachmentId, drawnAt, seenTo } };
}
