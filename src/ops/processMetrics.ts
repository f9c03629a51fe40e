import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Counter, Gauge, type Registry } from 'prom-client';

/** How often the event loop is looked at (ms). */
const LOOK_MS = 10;
const QUANTILES = [0.5, 0.99, 1];

/**
 * Adds what the process itself costs: memory, processor, what is open, how late the event loop is. Not prom-client's own set, for
 * that goes on watching when its registry is gone. Gives what ends it.
 */
export function watchProcess(registry: Registry): () => void {
  const registers = [registry];
  const bytes = (name: string, help: string, read: (memory: NodeJS.MemoryUsage) => number) =>
    new Gauge({
      name: `crowsnest_${name}_bytes`,
      help,
      registers,
      collect() {
        this.set(read(process.memoryUsage()));
      },
    });
  bytes('process_resident_memory', 'Memory that the process has of the machine', ({ rss }) => rss);
  bytes('heap_used', 'Heap of V8 in use, garbage included', ({ heapUsed }) => heapUsed);
  bytes('external_memory', 'Memory of buffers and bindings', ({ external }) => external);
  new Counter({
    name: 'crowsnest_process_cpu_seconds_total',
    help: 'Time of the processor',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: 'crowsnest_process_start_time_seconds',
    help: 'When the process started',
    registers,
  }).set(Date.now() / 1000 - process.uptime());
  new Gauge({
    name: 'crowsnest_process_active_resources',
    help: 'Sockets, timers and requests that are open',
    registers,
    collect() {
      this.set(process.getActiveResourcesInfo().length);
    },
  });
  const delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  delay.enable();
  new Gauge({
    name: 'crowsnest_event_loop_lag_seconds',
    help: 'How late the event loop was since it was asked last',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of QUANTILES) {
        const late = delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e9;
        this.set({ quantile }, Math.max(0, late - LOOK_MS / 1000));
      }
      delay.reset();
    },
  });
  return () => void delay.disable();
}
