import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from '#sandbox/discord/localDiscord.ts';
import { type ExtraRoutes, pageRoutes } from '#sandbox/page/pageRoutes.ts';
import { startSimulatedWorld, type World, type WorldOptions } from '#sandbox/servers/world.ts';

/** A local Discord with its page, and simulated game servers to look at. */
export type Sandbox = {
  /** Address of the page, "http://127.0.0.1:PORT". */
  readonly url: string;
  readonly discord: LocalDiscord;
  readonly world: World;
  close(): Promise<void>;
};

export type SandboxOptions = {
  /** Ms since 1970; Discord and the servers go by one clock. */
  readonly now: () => number;
  readonly world: Omit<WorldOptions, 'now'>;
  readonly discord?: Omit<LocalDiscordOptions, 'now' | 'extraRoutes'>;
};

/** Starts all of it. When a part cannot start, what runs already is closed and the error goes on. */
export async function startSandbox({ now, world, discord }: SandboxOptions): Promise<Sandbox> {
  const servers = await startSimulatedWorld({ ...world, now });
  try {
    const local = await startWithPage({ ...discord, now }, servers);
    return {
      url: local.url,
      discord: local,
      world: servers,
      close: async () => {
        await Promise.all([local.close(), servers.close()]);
      },
    };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

async function startWithPage(options: LocalDiscordOptions, world: World): Promise<LocalDiscord> {
  // The routes need the Discord that they are given to.
  let routes: ExtraRoutes = () => false;
  const discord = await startLocalDiscord({
    ...options,
    extraRoutes: (request, response) => routes(request, response),
  });
  routes = pageRoutes({ discord, world });
  return discord;
}
