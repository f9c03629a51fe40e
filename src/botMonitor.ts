import type { Logger } from 'pino';
import type { Gateway } from '#discord/gateway.ts';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import type { WatchMemory } from '#discord/watchMemory.ts';
import type { After } from '#monitor/after.ts';
import { createMonitor, type Monitor } from '#monitor/monitor.ts';
import type { QueryCore } from '#snapshot/queryCore.ts';
import type { Store } from '#store/openStore.ts';
import { type Language, languageOf, type Texts } from '#text/texts.ts';

/** Puts the monitor together with what it reaches Discord through. It does nothing yet. */
export function assembleMonitor(parts: {
  store: Store;
  core: QueryCore;
  gateway: Gateway;
  watches: WatchMemory;
  texts: Texts;
  now: () => number;
  after: After;
  log: Logger;
}): Monitor {
  const { store, core, gateway, watches, texts, now, after, log } = parts;
  const guildsLanguage = (guildId: string): Language =>
    watches.language(guildId) ?? languageOf(gateway.localeOf(guildId));
  const ports = createMonitorPorts({ gateway, texts, languageOf: guildsLanguage, now, log });
  return createMonitor({
    store,
    takeSnapshot: (target, wanted, signal) => core.takeSnapshot(target, wanted, signal, 'poll'),
    ...ports,
    publishStatus: (guildId, view, signal) => {
      watches.note(guildId, view);
      return ports.publishStatus(guildId, view, signal);
    },
    guildIds: gateway.guildIds,
    now,
    after,
    log,
  });
}
