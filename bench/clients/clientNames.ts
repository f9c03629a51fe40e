import type { Task } from '../benchServer.ts';
import type { ClientFile } from './client.ts';

type Entry = { tasks: readonly Task[]; load: () => Promise<{ client: ClientFile }> };

/** All clients, in the order of the table. A process loads only its own, because its memory is compared. */
export const CLIENTS = {
  crowsnest: { tasks: ['a2s', 'samp', 'master'], load: () => import('./crowsnest.ts') },
  floor: { tasks: ['a2s', 'samp', 'master'], load: () => import('./floor.ts') },
  gamedig: { tasks: ['a2s', 'samp'], load: () => import('./gamedig.ts') },
  'steam-server-query': {
    tasks: ['a2s', 'master'],
    load: () => import('./steamServerQuery.ts'),
  },
  'source-server-query': { tasks: ['a2s'], load: () => import('./sourceServerQuery.ts') },
  'valve-server-query': {
    tasks: ['a2s', 'master'],
    load: () => import('./valveServerQuery.ts'),
  },
  'samp-query': { tasks: ['samp'], load: () => import('./sampQuery.ts') },
} as const satisfies Record<string, Entry>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as ClientName[];

/** The clients among `names` that can do a task. */
export function clientsFor(task: Task, names: readonly ClientName[]): ClientName[] {
  return CLIENT_NAMES.filter((name) => {
    const { tasks }: Entry = CLIENTS[name];
    return names.includes(name) && tasks.includes(task);
  });
}
