import { GRAPH_NEEDS } from '#discord/permissions.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { missingLine } from './placeProblems.ts';
import { cachedPlace, type Here } from './watchPlaces.ts';

/** What keeps the graph of a watch out of its status, in words; empty when nothing does, or none is wanted. */
export function graphLines(
  here: Pick<Here, 'guild'>,
  { graph, board, channelId }: Pick<Watch, 'graph' | 'board' | 'channelId'>,
  t: Translate,
): string[] {
  if (!graph) {
    return [];
  }
  if (board) {
    return [t('graph.onBoard')];
  }
  const place = cachedPlace(here, channelId);
  const lacking = place && missingLine(place, [...GRAPH_NEEDS], t);
  return lacking === null ? [] : [lacking, t('graph.missing'), t('channel.fix')];
}
