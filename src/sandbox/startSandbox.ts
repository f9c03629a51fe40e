import {
  type LocalDiscord,
  type LocalDiscordOptions,
  startLocalDiscord,
} from '#sandbox/discord/localDiscord.ts';
import { type ForeignMaster, startForeignMaster } from '#sandbox/lists/foreignMaster.ts';
import { type ExtraRoutes, pageRoutes } from '#sandbox/page/pageRoutes.ts';
import { startSimulatedWorld, type World, type WorldOptions } from '#sandbox/servers/world.ts';

/** Games whose servers do not register with masters of this protocol. */
const UNLISTED = ['samp', 'openmp'];

/** A local Discord with its page, and simulated game servers to look at. */
export type Sandbox = {
  /** Address of the page, "http://127.0.0.1:PORT". */
  readonly url: string;
  readonly discord: LocalDiscord;
  readonly world: World;
  /** A master server of somebody else, which lists the game servers of Valve's protocol. */
  readonly master: ForeignMaster;
  close(): Promise<void>;
};

export type SandboxOptions = {
  /** Ms since 1970; Discord and the servers go by one clock. */
  readonly now: () => number;
  readonly world: Omit<WorldOptions, 'now'>;
  /** Wanted port of the master server; any free one when missing or taken. */
  readonly masterPort?: number;
  readonly discord?: Omit<LocalDiscordOptions, 'now' | 'extraRoutes'>;
};

/** Starts all of it. When a part cannot start, what runs already is closed and the error goes on. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, world, masterPort = 0, discord } = options;
  const servers = await startSimulatedWorld({ ...world, now });
  const running: { close(): Promise<void> }[] = [servers];
  const close = async () => {
    await Promise.all(running.map((part) => part.close()));
  };
  try {
    const addresses = servers
      .servers()
      .filter(({ game }) => !UNLISTED.includes(game))
      .map(({ port }) => ({ address: '127.0.0.1', port }));
    const master = await startForeignMaster(addresses, { port: masterPort });
    running.push(master);
    const local = await startWithPage({ ...discord, now }, { world: servers, master });
    running.push(local);
    return { url: local.url, discord: local, world: servers, master, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startWithPage(
  options: LocalDiscordOptions,
  simulated: Pick<Sandbox, 'world' | 'master'>,
): Promise<LocalDiscord> {
  // The routes need the Discord that they are given to.
  let routes: ExtraRoutes = () => false;
  const discord = await startLocalDiscord({
    ...options,
    extraRoutes: (request, response) => routes(request, response),
  });
  routes = pageRoutes({ discord, ...simulated });
  return discord;
}
