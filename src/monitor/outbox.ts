import type { CoveredNotice, Notice } from '#store/noticeDocument.ts';
import type { After } from '#clock/after.ts';
import { type DeliveryParts, deliverNotice, noticeFacts, saveTold } from './deliverNotice.ts';
import { createToldEditor } from './editTold.ts';
import { outboxFacts } from './outboxFacts.ts';
import { createOutboxLanes, type OutboxLane } from './outboxLanes.ts';
import { nextStep, type OutboxStep } from './outboxPlan.ts';
import type { EditNotice, LookForNotice } from './statusView.ts';
import { answeredBy, partsOf } from './watchChange.ts';

/** Pause when the store does not do its part (ms). */
const STORE_PAUSE_MS = 60_000;
/** Pause when it can not be said whether a notice arrived (ms); after so many looks it is sent: twice is better than never. */
const LOOK_PAUSE_MS = 30_000;
const LOOKS = 3;

/** Delivers stored notices, each channel in order, different channels side by side. */
export type Outbox = {
  /** Takes over notices that are stored already. */
  add(notices: readonly Notice[]): void;
  /** Drops what waits for a watch. */
  forget(guildId: string, watchId: string): Promise<void>;
  /** Drops what waits for a guild, also what is only stored. */
  forgetGuild(guildId: string): Promise<void>;
  /** Drops what waits for a person. */
  forgetPerson(personId: string): Promise<void>;
  /** Tries what is parked in a guild again now. */
  retry(guildId: string): void;
  /** How many notices wait: for their turn or their time, and for somebody to mend their channel. */
  waiting(): { waiting: number; parked: number };
  /** Begins nothing more; what is being sent goes on. */
  close(): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
};

export type OutboxParts = DeliveryParts & {
  lookForNotice: LookForNotice;
  editNotice: EditNotice;
  after: After;
};

/** Makes the outbox. A notice leaves the store only after Discord took it, or when it can not arrive any more. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { store, now, after, log, signal } = parts;
  const lanes = createOutboxLanes({ after, run });
  const editor = createToldEditor(parts);
  /** How often a notice was looked for in vain, by id. */
  const looks = new Map<string, number>();

  async function discard(lane: OutboxLane, notices: readonly Notice[]): Promise<void> {
    const ids = notices.map(({ id }) => id);
    lane.queue = lane.queue.filter(({ id }) => !ids.includes(id));
    for (const id of ids) {
      looks.delete(id);
      await store.outbox.delete(id);
    }
  }

  /** Stores what became of a notice, unless it was dropped meanwhile. */
  async function change(lane: OutboxLane, into: Notice): Promise<void> {
    if (lane.queue.some(({ id }) => id === into.id)) {
      lane.queue = lane.queue.map((waiting) => (waiting.id === into.id ? into : waiting));
      await store.outbox.put(into);
    }
  }

  /** Stored first as perhaps arrived, so that it is known after a crash. */
  async function send(lane: OutboxLane, notice: Notice): Promise<void> {
    const guild = await store.guilds.get(notice.guildId);
    const language = notice.person?.language ?? guild.language;
    const answered = answeredBy(guild, notice);
    const triedAt = notice.triedAt ?? now();
    const begun = { ...notice, triedAt, answers: answered?.messageId ?? null };
    await change(lane, begun);
    const first = notice.triedAt === null;
    const left = await deliverNotice(parts, begun, { language, first });
    if (left !== null) {
      await change(lane, left);
      return;
    }
    if (answered?.edit === true && !lanes.isClosed()) {
      editor.edit(begun, answered.messageId, language);
    }
    await discard(lane, [begun]);
  }

  async function look(lane: OutboxLane, notice: Notice): Promise<void> {
    const found = await parts.lookForNotice(notice, signal);
    if (found !== null && found !== 'unknown') {
      log.info({ ...noticeFacts(notice), ...found }, 'notice had arrived before');
      await saveTold(parts, notice, found.messageId);
      await discard(lane, [notice]);
      return;
    }
    const times = (looks.get(notice.id) ?? 0) + 1;
    looks.set(notice.id, times);
    const again = found === 'unknown' && times < LOOKS;
    await change(
      lane,
      again ? { ...notice, notBefore: now() + LOOK_PAUSE_MS } : { ...notice, triedAt: null },
    );
  }

  /** The new one is stored before the old ones are taken out; those it covers are left out when both are found. */
  async function exchange(lane: OutboxLane, old: readonly Notice[], into: readonly Notice[]) {
    for (const notice of into) {
      await store.outbox.put(notice);
    }
    const ids = new Set(into.map(({ id }) => id));
    const place = Math.max(
      0,
      lane.queue.findIndex((waiting) => old.includes(waiting)),
    );
    lane.queue = lane.queue.filter(({ id }) => !ids.has(id)).toSpliced(place, 0, ...into);
    await discard(lane, old);
  }

  async function act(lane: OutboxLane, step: OutboxStep): Promise<void> {
    switch (step.do) {
      case 'rest':
        return;
      case 'wait':
        lanes.wakeIn(lane, step.until - now());
        return;
      case 'send':
        return send(lane, step.notice);
      case 'look':
        return look(lane, step.notice);
      case 'drop':
        for (const notice of step.notices) {
          log.info({ ...noticeFacts(notice), why: step.why }, 'notice dropped: no news any more');
        }
        return discard(lane, step.notices);
      case 'replace': {
        const { notice, by } = step;
        log.info({ ...noticeFacts(notice), by: by.id }, 'notice replaced: the outage is over');
        await saveTold(parts, notice, null);
        return discard(lane, [notice]);
      }
      case 'redirect': {
        const { notice, channelId } = step;
        const fresh = { parked: null, failures: 0, notBefore: now() };
        const into = { ...notice, channelId, ...fresh };
        log.info({ ...noticeFacts(into), from: notice.channelId }, 'notice goes where they go now');
        await store.outbox.put(into);
        lane.queue = lane.queue.filter(({ id }) => id !== into.id);
        lanes.add([into]);
        return;
      }
      case 'merge':
        log.info({ ...noticeFacts(step.into), of: step.notices.length }, 'notices merged');
        return exchange(lane, step.notices, [step.into]);
      case 'split':
        return exchange(
          lane,
          [step.notice],
          step.notice.covers.map((covered) => ({ ...covered, covers: [] })),
        );
    }
  }

  async function run(lane: OutboxLane): Promise<void> {
    try {
      for (let resting = false; !resting && !lanes.isClosed(); ) {
        const step = nextStep(lane.queue, await outboxFacts(lane.queue, parts));
        await act(lane, step);
        resting = step.do === 'rest' || step.do === 'wait';
      }
    } catch (error) {
      log.error({ event: 'outbox', err: error }, 'notices wait: the store did not do its part');
      lanes.wakeIn(lane, STORE_PAUSE_MS);
    }
  }

  /** Drops notices that tell of nothing else. */
  async function drop(isMeant: (part: CoveredNotice) => boolean): Promise<void> {
    for (const lane of lanes.all()) {
      await discard(
        lane,
        lane.queue.filter((notice) => partsOf(notice).every(isMeant)),
      );
    }
  }

  return {
    add: lanes.add,
    forget: (guildId, watchId) =>
      drop((part) => part.guildId === guildId && part.watchId === watchId),
    async forgetGuild(guildId) {
      await drop((part) => part.guildId === guildId);
      for (const notice of await store.outbox.all()) {
        if (notice.guildId === guildId) {
          await store.outbox.delete(notice.id);
        }
      }
    },
    forgetPerson: (personId) => drop(({ person }) => person?.id === personId),
    retry(guildId) {
      for (const lane of lanes.all()) {
        const isParked = (n: Notice) => n.guildId === guildId && n.parked !== null;
        if (lane.queue.some(isParked)) {
          lane.queue = lane.queue.map((n) => (isParked(n) ? { ...n, notBefore: now() } : n));
          lanes.wake(lane);
        }
      }
    },
    waiting() {
      const queued = lanes.all().flatMap(({ queue }) => queue);
      const parked = queued.filter((notice) => notice.parked !== null).length;
      return { waiting: queued.length - parked, parked };
    },
    close() {
      editor.close();
      lanes.close();
    },
    async idle() {
      await lanes.idle();
      await editor.idle();
    },
  };
}
