import type { Logger } from 'pino';
import type { PinFacts } from '#monitor/statusView.ts';
import type { StatusMessage } from '#store/messageState.ts';
import { createCooldown } from './cooldown.ts';
import type { MissingThere, RestClient } from './gateway.ts';
import { PACES } from './limits.ts';
import { PIN_NEEDS } from './permissions.ts';
import { pinQuietly } from './postStatus.ts';

/** A status message that was just edited, what was known of it before, and whether Discord shows it pinned. */
export type EditedMessage = {
  guildId: string;
  channelId: string;
  before: StatusMessage;
  isPinned: boolean;
  signal: AbortSignal;
};

/** Taken down so often, a pin is not wanted. */
const UNPINS_HEEDED = 2;

/**
 * Makes the function that sees to the pin of a status message after an edit, whose answer tells whether it is pinned. A lost
 * pin is put back, unless a person took it away a second time; one that was never possible is tried again now and then, when
 * the permissions are there.
 */
export function createKeepPinned(parts: {
  rest: RestClient;
  botId: () => string | null;
  missingThere: MissingThere;
  now: () => number;
  log: Logger;
}): (edited: EditedMessage) => Promise<PinFacts> {
  const retries = createCooldown({ ...PACES.pinRetry, now: parts.now });

  const pin = async ({ channelId, before, signal }: EditedMessage): Promise<PinFacts> => {
    const pinning = await pinQuietly(parts, channelId, before.id, signal);
    return { pinned: pinning === 'pinned', pinProblem: pinning === 'full' ? 'full' : null };
  };

  const mayPin = ({ guildId, channelId }: EditedMessage): boolean =>
    (parts.missingThere(guildId, channelId, () => [...PIN_NEEDS]) ?? []).length === 0;

  return async (edited) => {
    const { before, isPinned } = edited;
    if (isPinned) {
      return { pinned: true, pinProblem: null };
    }
    if (before.pinned) {
      const wanted = before.unpins + 1 < UNPINS_HEEDED;
      return { ...(wanted ? await pin(edited) : { pinned: false }), pinLost: true };
    }
    const due = before.unpins < UNPINS_HEEDED && mayPin(edited) && retries.take(before.id) === 0;
    return due ? pin(edited) : { pinned: false };
  };
}
