import { setTimeout as pause } from 'node:timers/promises';
import { createMonitorPorts } from '#discord/monitorPorts.ts';
import type { MonitorParts } from '#monitor/monitor.ts';
import type { MonitorPorts } from '#monitor/statusView.ts';
import { createTexts } from '#text/texts.ts';

const LATENCY_MS = 60;
const FIRST_ID = 700_000_000_000_000_000n;

/** A bot that follows no lists, is no master server, and whose own connection is never in doubt. */
export const NOTHING_ELSE: Pick<MonitorParts, 'readList' | 'farewellOf' | 'canSee'> = {
  readList: async () => ({ ok: false, fault: 'source-failed' }),
  farewellOf: () => null,
  canSee: async () => ({ gateway: true, dns: true }),
};

type Asked = { body?: { embeds?: unknown[] } };

/** What the bot's own side of Discord costs: everything is drawn and paced, and what would be sent is counted. */
export function countingDiscord(
  parts: Pick<Parameters<typeof createMonitorPorts>[0], 'store' | 'history' | 'painter' | 'log'>,
): {
  ports: MonitorPorts;
  /** What was counted since the last time. */
  take(): { requests: number; edits: number; notices: number };
} {
  let counted = { requests: 0, edits: 0, notices: 0 };
  let made = 0n;
  const answer = async (kind: 'edits' | 'notices' | null, { body }: Asked) => {
    counted.requests += 1;
    if (kind !== null) {
      counted[kind] += 1;
    }
    await pause(LATENCY_MS);
    made += 1n;
    return { id: String(FIRST_ID + made), embeds: body?.embeds ?? [], pinned: true };
  };
  const rest = {
    patch: (_route: string, asked: Asked) => answer('edits', asked),
    post: (_route: string, asked: Asked) => answer('notices', asked),
    put: (_route: string, asked: Asked) => answer(null, asked),
    delete: (_route: string, asked: Asked) => answer(null, asked),
    get: async () => [],
  };
  const gateway = {
    rest: rest as unknown as Parameters<typeof createMonitorPorts>[0]['gateway']['rest'],
    botId: '600000000000000000',
    missingThere: () => [],
    channelThere: () => null,
    sightOf: async () => null,
  };
  const ports = createMonitorPorts({
    gateway,
    texts: createTexts(),
    languageOf: () => 'en',
    now: Date.now,
    ...parts,
  });
  return {
    ports,
    take() {
      const taken = counted;
      counted = { requests: 0, edits: 0, notices: 0 };
      return taken;
    },
  };
}
