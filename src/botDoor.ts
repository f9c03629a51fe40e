import { setTimeout } from 'node:timers/promises';
import type { Interaction } from 'discord.js';
import type { Logger } from 'pino';

/**
 * Interactions that come before everything is put together wait; after closing none gets in, and those inside may finish, up to
 * a time.
 */
export function openDoor(log: Logger) {
  const inside = new Set<Promise<void>>();
  const handler = Promise.withResolvers<(interaction: Interaction) => Promise<void>>();
  let closed = false;
  return {
    enter: (interaction: Interaction): void => {
      if (closed) {
        log.info({ interaction: interaction.id }, 'stopping: an interaction was left alone');
        return;
      }
      const visit = handler.promise.then((handle) => handle(interaction));
      inside.add(visit);
      void visit.finally(() => inside.delete(visit));
    },
    open: handler.resolve,
    close: async (graceMs: number): Promise<void> => {
      closed = true;
      const late = new AbortController();
      const grace = setTimeout(graceMs, null, { signal: late.signal }).catch(() => null);
      await Promise.race([Promise.all(inside), grace]);
      late.abort();
    },
  };
}
