import type { Logger } from 'pino';
import type { Watch } from '#store/guildDocument.ts';
import type { After } from '#clock/after.ts';
import { underShownName } from './shownName.ts';
import type { Picture } from './statusBoard.ts';
import type { RenameChannel } from './statusView.ts';

/** Marks of states in a channel's name. One that may change in seconds is not worth one of two names in ten minutes. */
const MARKS = { up: '🟢', down: '🔴', unknown: '⚪' } as const;
const PAUSED = '⏸️';
const NOT_COUNTED = '–';

/** Pause when a name can not be given: nobody has done something about it yet (ms). */
const TROUBLE_PAUSE_MS = 3_600_000;

const PLACEHOLDER = /\{(?:state|online|max|map|name)\}/g;

/** Whether a template has at least one value that changes, and nothing else in braces. */
export function isNameTemplate(template: string): boolean {
  const rest = template.replace(PLACEHOLDER, '');
  return rest.length < template.length && !/[{}]/.test(rest);
}

/** What a template of a channel's name becomes; what is not known is left out. null = not now. Pure. */
function channelNameFor(
  template: string,
  { snapshot, availability, lastSeen }: Picture,
  isPaused: boolean,
): string | null {
  const { state } = availability;
  if (state === 'suspect' || state === 'recovering') {
    return null;
  }
  const isUp = snapshot.state === 'online';
  const { online, max } = snapshot.players;
  const nobody = isPaused ? NOT_COUNTED : 0;
  const values: Readonly<Record<string, string>> = {
    state: isPaused ? PAUSED : MARKS[state],
    online: String(isUp ? (online ?? '?') : nobody),
    max: String((isUp ? max : lastSeen?.max) ?? '?'),
    map: (isUp ? snapshot.map : lastSeen?.map) ?? '',
    name: lastSeen?.name ?? snapshot.name ?? '',
  };
  const filled = template.replace(/\{(\w+)\}/g, (whole, word: string) => values[word] ?? whole);
  return filled.replace(/\s+/g, ' ').trim();
}

/** Keeps names of channels current; whoever has to wait takes the name that is right by then. */
export type ChannelNames = {
  show(guildId: string, watch: Watch, picture: Picture): void;
  /** Begins nothing more. */
  close(): void;
  /** Resolves when nothing is being renamed. */
  idle(): Promise<void>;
};

/** One channel: the name it should have, the last one it was given, and whether it is being renamed or has to wait. */
type Lane = {
  guildId: string;
  channelId: string;
  wanted: string;
  given: string | null;
  busy: boolean;
  cancelTimer: () => void;
};

/** Makes it. How often a channel may be renamed is the business of `renameChannel`. */
export function createChannelNames(parts: {
  renameChannel: RenameChannel;
  now: () => number;
  after: After;
  log: Logger;
  signal: AbortSignal;
}): ChannelNames {
  const { renameChannel, now, after, log, signal } = parts;
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  let closed = false;

  /** Gives the name; says how long to wait before the next try (ms), null = it is given. */
  async function rename(lane: Lane): Promise<number | null> {
    const { guildId, channelId, wanted } = lane;
    const facts = { event: 'channel-name', guildId, channelId };
    try {
      const outcome = await renameChannel(guildId, channelId, wanted, signal);
      if (outcome.kind === 'renamed') {
        lane.given = wanted;
        return null;
      }
      if (outcome.kind === 'later') {
        return outcome.notBefore - now();
      }
      log.warn({ ...facts, why: outcome.facts }, 'a channel can not be renamed');
    } catch (error) {
      if (!signal.aborted) {
        log.error({ ...facts, err: error }, 'renaming a channel failed unexpectedly');
      }
    }
    return TROUBLE_PAUSE_MS;
  }

  /** One after the other for a channel; a name that changed meanwhile is given next. */
  async function work(lane: Lane): Promise<void> {
    while (!closed && lane.wanted !== lane.given) {
      const pause = await rename(lane);
      if (pause !== null) {
        lane.cancelTimer = after(pause, () => begin(lane));
        return;
      }
    }
    lane.busy = false;
  }

  function begin(lane: Lane): void {
    if (closed) {
      return;
    }
    lane.busy = true;
    const run = work(lane);
    running.add(run);
    void run.finally(() => running.delete(run));
  }

  return {
    show(guildId, watch, picture) {
      if (watch.channelName === null) {
        return;
      }
      const { channelId, template } = watch.channelName;
      const isPaused = watch.paused !== null;
      const wanted = channelNameFor(template, underShownName(watch, picture), isPaused);
      if (wanted === null) {
        return;
      }
      const lane = lanes.get(channelId) ?? {
        guildId,
        channelId,
        wanted,
        given: null,
        busy: false,
        cancelTimer: () => {},
      };
      lane.wanted = wanted;
      lanes.set(channelId, lane);
      if (!lane.busy) {
        begin(lane);
      }
    },
    close() {
      closed = true;
      for (const lane of lanes.values()) {
        lane.cancelTimer();
      }
    },
    idle: async () => void (await Promise.all(running)),
  };
}
