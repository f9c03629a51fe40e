import { ChannelType } from 'discord.js';
import { planStatus } from '#monitor/statusPlan.ts';
import type { PublishOutcome } from '#monitor/statusView.ts';
import type { Watch } from '#store/guildDocument.ts';
import { contentHash } from './contentHash.ts';
import type { EditBudget } from './editBudget.ts';
import type { ChannelThere } from './gateway.ts';
import { CLOCKS } from './limits.ts';
import { GRAPH_NEEDS } from './permissions.ts';
import { graphDue, graphToShow, type NewGraph } from './shownGraph.ts';
import { createStatusWriter, type StatusJob, type WriterParts } from './writeStatus.ts';

export type PublisherParts = WriterParts & {
  channelThere: (guildId: string, channelId: string) => ChannelThere | null;
  budget: EditBudget;
};

/** A message as it should be now; `hash` is that of its embeds. */
type Wanted = Omit<StatusJob, 'embeds' | 'bare' | 'message' | 'failures' | 'graph'> & {
  state: Pick<Watch, 'message' | 'trouble'>;
  /** Drawn only when it is written, as is what stands in for it when Discord refuses it. */
  draw: () => StatusJob['embeds'];
  drawBare: () => StatusJob['bare'];
  /** Reads the graph that it is to have; null = it is to have none. */
  readGraph: (() => Promise<NewGraph | null>) | null;
};

/** Keeps one message current and says what became of it. */
export type PublishMessage = (wanted: Wanted) => Promise<PublishOutcome>;

/**
 * Makes the function that keeps messages current: one write of a message at a time (J9), only when its content changed or the
 * ten minutes are over, and within the budget of its channel; a deleted one is posted and pinned anew, once a call (spec
 * discord sections 5 and 8).
 */
export function createPublishMessage(parts: PublisherParts): PublishMessage {
  const { now, budget, channelThere, missingThere } = parts;
  const inFlight = new Set<string>();
  /** Failures in a row, by message. */
  const failures = new Map<string, number>();
  /** Hash of the content Discord refused, by message: the same is never sent again. */
  const refused = new Map<string, string>();
  const write = createStatusWriter(parts, (job) => refused.set(keyOf(job), job.hash));
  const later = (ms: number): PublishOutcome => ({ kind: 'later', notBefore: now() + ms });

  const editWait = ({ guildId, channelId }: Wanted, messageId: string): number => {
    const announcement = channelThere(guildId, channelId)?.kind === ChannelType.GuildAnnouncement;
    return budget.take({ channelId, messageId, announcement });
  };

  const writeNow = async (wanted: Wanted, due: NewGraph | null): Promise<PublishOutcome> => {
    const { state, draw, drawBare, readGraph, ...job } = wanted;
    const { message } = state;
    const key = keyOf(job);
    const bare = drawBare();
    const embeds = refused.get(key) === job.hash ? bare : draw();
    const before = failures.get(key) ?? 0;
    inFlight.add(key);
    try {
      const old = message?.graph ?? null;
      const graph = readGraph === null ? null : await graphToShow(old, due, now());
      const outcome = await write({ ...job, embeds, bare, graph, message, failures: before });
      if (outcome.kind === 'later') {
        failures.set(key, before + 1);
      } else {
        failures.delete(key);
      }
      return outcome;
    } finally {
      inFlight.delete(key);
    }
  };

  const mayAttach = ({ guildId, channelId }: Wanted): boolean =>
    (missingThere(guildId, channelId, () => [...GRAPH_NEEDS]) ?? []).length === 0;

  return async (picture) => {
    const readGraph = mayAttach(picture) ? picture.readGraph : null;
    const wanted = { ...picture, readGraph, hash: wholeHash({ ...picture, readGraph }) };
    const old = wanted.state.message?.graph ?? null;
    const due = readGraph && (await graphDue(old, readGraph, now()));
    const plan = planStatus(wanted.state, wanted.hash, now(), due !== null);
    if (plan.do === 'leave') {
      return { kind: 'unchanged' };
    }
    if (plan.do === 'wait') {
      return { kind: 'later', notBefore: plan.until };
    }
    if (inFlight.has(keyOf(wanted))) {
      return later(CLOCKS.settle);
    }
    const wait = plan.do === 'edit' ? editWait(wanted, plan.messageId) : 0;
    return wait > 0 ? later(wait) : writeNow(wanted, due);
  };
}

/** The hash of the embeds, of what stands below them, and of whether there is to be a graph. */
const wholeHash = ({ hash, components, readGraph }: Wanted): string =>
  components.length === 0 && readGraph === null
    ? hash
    : contentHash([hash, components, ...(readGraph === null ? [] : ['graph'])]);

const keyOf = ({ guildId, channelId, name }: Pick<Wanted, 'guildId' | 'channelId' | 'name'>) =>
  `${guildId}/${channelId}/${name}`;
