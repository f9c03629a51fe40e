import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Order, Report } from './botProcess.ts';
import { beginStory, botPosts, type HarbourStory, wordsOf } from './harbourStory.ts';

const PROGRAM = fileURLToPath(new URL('./botProcess.ts', import.meta.url));

let story: HarbourStory;
let child: ChildProcess | undefined;

async function start(): Promise<void> {
  const { environment: env, clock } = story;
  child = fork(PROGRAM, [String(clock.now())], { env, execArgv: [] });
  const [report] = (await once(child, 'message')) as [Report];
  expect(report.done).toBe('ready');
}

/** Gives an order and waits until it is carried out; the story's own clock goes along. */
async function tell(order: Order): Promise<void> {
  const answered = once(child as ChildProcess, 'message');
  child?.send(order);
  if (order.do === 'advance') {
    story.clock.advance(order.ms);
  }
  await answered;
}

/** SIGKILL: nothing in the process gets to run any more. */
async function kill(): Promise<void> {
  const gone = once(child as ChildProcess, 'exit');
  child?.kill('SIGKILL');
  await gone;
}

const address = (id: string): string =>
  story.world.servers().find((server) => server.id === id)?.address ?? '';

const pings = (): number => story.discord.people.rolePings('Watchmen').length;

async function missThreeTimes(): Promise<void> {
  await tell({ do: 'round' });
  await tell({ do: 'armed', ms: 5_000 });
  await tell({ do: 'advance', ms: 5_000 });
  await tell({ do: 'armed', ms: 10_000 });
  await tell({ do: 'advance', ms: 10_000 });
}

beforeEach(async () => {
  story = await beginStory();
  await start();
  await story.ada('/watch add', { server: address('tf2'), notices: 'alerts', role: 'Watchmen' });
  await tell({ do: 'round' });
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await story.close();
});

describe('the process is killed and started again', () => {
  it('writes the same message, posts no second one, and says nothing of a server that was up', async () => {
    const [before] = botPosts(story, 'status');
    await kill();
    await start();
    story.world.fillUp('tf2');
    await tell({ do: 'advance', ms: 60_000 });
    await tell({ do: 'round' });
    const posts = botPosts(story, 'status');
    expect(posts.map(({ message }) => message.id)).toEqual([before?.message.id]);
    expect(posts[0] && wordsOf(posts[0])).toContain('24');
    expect(story.discord.people.edits('status', before?.message.id ?? '')).toBeGreaterThan(0);
    expect(story.discord.people.pins('status')).toHaveLength(1);
    expect(botPosts(story, 'alerts')).toHaveLength(0);
  });

  it('killed during an outage: no second ping, and the end tells the whole length', async () => {
    story.world.takeDown('tf2');
    await tell({ do: 'advance', ms: 60_000 });
    await missThreeTimes();
    await story.until('the ping that it is down', () => pings() === 1);
    await kill();
    await start();
    await tell({ do: 'round' });
    for (let minute = 0; minute < 2; minute += 1) {
      await tell({ do: 'advance', ms: 60_000 });
      await tell({ do: 'round' });
    }
    expect(pings()).toBe(1);
    story.world.bringUp('tf2');
    await tell({ do: 'advance', ms: 60_000 });
    await tell({ do: 'round' });
    await tell({ do: 'armed', ms: 5_000 });
    await tell({ do: 'advance', ms: 5_000 });
    await story.until('the ping that it is back', () => pings() === 2);
    const up = botPosts(story, 'alerts')[1];
    expect(up && wordsOf(up)).toMatch(/3 min/);
  }, 60_000);
});
