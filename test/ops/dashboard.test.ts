import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '#ops/metrics.ts';
import { watchProcess } from '#ops/processMetrics.ts';

type Panel = { title: string; gridPos: Box; panels?: Panel[]; targets?: { expr: string }[] };
type Box = { x: number; y: number; w: number; h: number };

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Labels that Prometheus adds by itself. */
const ADDED = ['job', 'instance', 'le'];

/** Every metric with its labels, as a bot shows them that has done each thing once. */
async function shownMetrics(): Promise<Map<string, Set<string>>> {
  const metrics = createMetrics({ version: '1', node: '24' });
  const unwatch = watchProcess(metrics.registry);
  metrics.roundEnded({ ms: 1, lagMs: 0, failed: false });
  metrics.queried({ asker: 'poll', protocol: 'source', result: 'online', ms: 1 });
  metrics.answerShared();
  metrics.statusWritten('status', 'edited');
  metrics.noticeTried('channel', 'sent');
  metrics.noticeEdited('sent');
  metrics.channelRenamed('renamed');
  metrics.discordAnswered({ method: 'PATCH', status: 429, scope: 'user' });
  metrics.storeAsked({ name: 'get', ms: 1, failed: false });
  metrics.show(() => ({
    ...{ gatewayUp: true, gatewayPingMs: 1, roundEndedAt: 1, intervalMs: 1 },
    ...{ guilds: 1, watches: 1, servers: 1, notices: { waiting: 1, parked: 1 } },
  }));
  const text = await metrics.text();
  unwatch();
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(crowsnest_\w+)(?:\{(.*)\})? \S+$/gm)) {
    found.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)));
  }
  return found;
}
const metrics = await shownMetrics();
/** A histogram goes by one name in words, by three in numbers. */
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
const bases = [...new Set([...metrics.keys()].map(baseOf))].sort();

/** What an expression asks for that is not there. */
function unknownIn(expr: string): string[] {
  const unknown: string[] = [];
  const names = [...expr.matchAll(/(crowsnest_\w+)(?:\{([^}]*)\})?/g)];
  const labels = new Set(ADDED);
  for (const [, name = '', matchers = ''] of names) {
    const its = metrics.get(name);
    if (its === undefined) {
      unknown.push(name);
    }
    for (const label of its ?? []) {
      labels.add(label);
    }
    for (const [, label = ''] of matchers.matchAll(/(\w+)(?:!?=~?|!~)"/g)) {
      if (!ADDED.includes(label) && its?.has(label) === false) {
        unknown.push(`${name}{${label}}`);
      }
    }
  }
  for (const [, list = ''] of expr.matchAll(/(?:by|on|group_left) \(([^)]*)\)/g)) {
    unknown.push(...list.split(/, */).filter((label) => !labels.has(label)));
  }
  return unknown;
}

describe('the dashboard for Grafana', () => {
  const dashboard = JSON.parse(read('deploy/grafana.json')) as { panels: Panel[] };
  const panels = dashboard.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
  const targets = panels.flatMap(({ title, targets: its = [] }) =>
    its.map(({ expr }) => [title, expr] as const),
  );

  it.each(targets)('asks only for what there is: %s', (_, expr) => {
    expect(expr).toMatch(/crowsnest_/);
    expect(unknownIn(expr)).toEqual([]);
  });

  it('shows every metric', () => {
    const text = targets.map(([, expr]) => expr).join('\n');
    const named = new Set([...text.matchAll(/crowsnest_\w+/g)].map(([name]) => baseOf(name)));
    expect([...named].sort()).toEqual(bases);
  });

  it('names what its legends and filters use', () => {
    const text = read('deploy/grafana.json');
    for (const [, name = ''] of text.matchAll(/label_values\((\w+),/g)) {
      expect(metrics.has(name)).toBe(true);
    }
    const known = new Set([...ADDED, ...[...metrics.values()].flatMap((labels) => [...labels])]);
    for (const [, label = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) {
      expect(known).toContain(label);
    }
  });

  it('has panels that do not lie on each other', () => {
    const over = (a: Box, b: Box) =>
      a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
    const clashes = panels.flatMap((one, n) =>
      panels
        .slice(n + 1)
        .filter((other) => over(one.gridPos, other.gridPos))
        .map((other) => `${one.title} and ${other.title}`),
    );
    expect(clashes).toEqual([]);
  });
});

describe('docs/operating.md', () => {
  const text = read('docs/operating.md');

  it('has a row for each metric, with its labels', () => {
    const rows = [...text.matchAll(/^\| `(crowsnest_\w+)` \|(.*?)\|/gm)];
    expect(rows.map(([, name = '']) => name).sort()).toEqual(bases);
    for (const [, name = '', labels = ''] of rows) {
      const named = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
      const shown = metrics.get(name) ?? metrics.get(`${name}_bucket`) ?? new Set();
      expect(named, name).toEqual([...shown].filter((label) => label !== 'le'));
    }
  });

  it('has alerts that ask only for what there is', () => {
    const alerts = [...text.matchAll(/^\| `(absent[^`]*|[^`]* (?:==|>) [^`]*)` \|/gm)];
    expect(alerts.length).toBeGreaterThan(8);
    for (const [, expr = ''] of alerts) {
      expect(unknownIn(expr), expr).toEqual([]);
    }
  });
});
