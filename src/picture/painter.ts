import { Worker } from 'node:worker_threads';
import type { Chart } from './chart.ts';
import { chartSvg } from './chartSvg.ts';
import type { DrawOrder, DrawResult } from './drawWorker.ts';

/** Draws charts beside everything else, one after the other. */
export type Painter = {
  /** A PNG; the same one again while the chart is the same. Rejects when it could not be drawn. */
  draw(chart: Chart): Promise<Uint8Array>;
  /** Gives up what is being drawn. */
  close(): Promise<void>;
};

/** Pictures that are remembered. */
const KEPT = 32;
/** A picture that takes longer is given up, with the thread that draws it (ms). */
const LONGEST_MS = 10_000;
/** A thread that has nothing to do for so long ends (ms). */
const IDLE_MS = 60_000;

type Waiting = PromiseWithResolvers<Uint8Array>;

/** Makes a painter; its thread begins with the first picture. */
export function createPainter(): Painter {
  const waiting = new Map<number, Waiting>();
  const drawn = new Map<string, Promise<Uint8Array>>();
  let worker: Worker | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lastId = 0;
  let closed = false;

  /** Ends the thread; whoever waits for it is told so. */
  async function end(why: string): Promise<void> {
    const its = worker;
    worker = null;
    if (timer !== null) {
      clearTimeout(timer);
    }
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) {
      reject(new Error(`a picture was not drawn: ${why}`));
    }
    await its?.terminate();
  }

  /** Watches over the thread: while it works it must not take too long, later it ends. */
  function wind(): void {
    if (timer !== null) {
      clearTimeout(timer);
    }
    const [ms, why] = waiting.size > 0 ? [LONGEST_MS, 'it took too long'] : [IDLE_MS, 'idle'];
    timer = setTimeout(() => void end(why), ms);
    timer.unref();
  }

  function take(result: DrawResult): void {
    const its = waiting.get(result.id);
    waiting.delete(result.id);
    if ('png' in result) {
      its?.resolve(result.png);
    } else {
      its?.reject(new Error(`a picture was not drawn: ${result.failed}`));
    }
    wind();
  }

  function open(): Worker {
    const fresh = new Worker(new URL('./drawWorker.ts', import.meta.url));
    fresh.unref();
    fresh.on('message', take);
    fresh.on('error', (error) => void end(error.message));
    worker = fresh;
    return fresh;
  }

  function order(svg: string): Promise<Uint8Array> {
    if (closed) {
      return Promise.reject(new Error('a picture was not drawn: the bot is stopping'));
    }
    lastId += 1;
    const its = Promise.withResolvers<Uint8Array>();
    waiting.set(lastId, its);
    const one: DrawOrder = { id: lastId, svg };
    (worker ?? open()).postMessage(one);
    wind();
    return its.promise;
  }

  return {
    draw(chart) {
      const svg = chartSvg(chart);
      const known = drawn.get(svg);
      const png = known ?? order(svg);
      drawn.delete(svg);
      drawn.set(svg, png);
      png.catch(() => drawn.delete(svg));
      const [oldest] = drawn.keys();
      if (drawn.size > KEPT && oldest !== undefined) {
        drawn.delete(oldest);
      }
      return png;
    },
    close() {
      closed = true;
      return end('the bot is stopping');
    },
  };
}
