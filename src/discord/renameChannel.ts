import { type APIGuildChannel, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { RenameChannel } from '#monitor/statusView.ts';
import { createCooldown } from './cooldown.ts';
import { discordFailure } from './discordFailure.ts';
import { plain } from './foreignText.ts';
import type { ChannelThere, MissingThere, RestClient } from './gateway.ts';
import { CLOCKS, LIMITS, PACES } from './limits.ts';
import { growingPause } from './pauses.ts';
import { renameNeeds } from './permissions.ts';

type RenameOutcome = Awaited<ReturnType<RenameChannel>>;

/** A name we asked for and what Discord made of it: text channels get lower case and no spaces. */
type Given = { asked: string; got: string };

/**
 * Makes the function that changes the name of a channel: never a second time while one is on its way, twice in ten minutes
 * at most, and not at all when the channel is called so already (spec discord section 6, rule 3). Whoever is told "later"
 * comes back with the name that is right by then. A name without anything to be seen leaves the channel as it is.
 */
export function createRenameChannel(parts: {
  rest: RestClient;
  missingThere: MissingThere;
  channelThere: (guildId: string, channelId: string) => ChannelThere | null;
  now: () => number;
  random?: () => number;
  log: Logger;
}): RenameChannel {
  const { rest, missingThere, channelThere, now, random = Math.random, log } = parts;
  const limiter = createCooldown({ ...PACES.rename, now });
  const given = new Map<string, Given>();
  const failures = new Map<string, number>();
  const inFlight = new Set<string>();
  const later = (ms: number): RenameOutcome => ({ kind: 'later', notBefore: now() + ms });

  const isCalled = (guildId: string, channelId: string, name: string): boolean => {
    const known = given.get(channelId);
    const current = channelThere(guildId, channelId)?.name;
    return current === name || (known?.asked === name && known.got === current);
  };

  const rename = async (channelId: string, name: string, signal: AbortSignal): Promise<void> => {
    const body = { name };
    const route = Routes.channel(channelId);
    const channel = (await rest.patch(route, { body, signal })) as APIGuildChannel;
    given.set(channelId, { asked: name, got: channel.name ?? name });
    failures.delete(channelId);
  };

  const afterFailure = (error: unknown, guildId: string, channelId: string): RenameOutcome => {
    const failure = discordFailure(error);
    log.debug({ guild: guildId, channel: channelId, failure }, 'a channel was not renamed');
    const before = failures.get(channelId) ?? 0;
    failures.set(channelId, before + 1);
    switch (failure.kind) {
      case 'rate-limited':
        return later(failure.retryAfterMs);
      case 'trouble':
      case 'cut-short':
      case 'unauthorised':
        return later(growingPause(before, random));
      default: {
        const missing = missingThere(guildId, channelId, renameNeeds) ?? [];
        return { kind: 'trouble', facts: missing.length > 0 ? missing : [String(failure.code)] };
      }
    }
  };

  return async (guildId, channelId, wanted, signal) => {
    const name = plain(wanted, LIMITS.channelName);
    if (name === '' || isCalled(guildId, channelId, name)) {
      return { kind: 'renamed' };
    }
    const missing = missingThere(guildId, channelId, renameNeeds) ?? [];
    if (missing.length > 0) {
      return { kind: 'trouble', facts: missing };
    }
    if (inFlight.has(channelId)) {
      return later(CLOCKS.settle);
    }
    const wait = limiter.take(channelId);
    if (wait > 0) {
      return later(wait);
    }
    inFlight.add(channelId);
    try {
      await rename(channelId, name, signal);
      return { kind: 'renamed' };
    } catch (error) {
      return afterFailure(error, guildId, channelId);
    } finally {
      inFlight.delete(channelId);
    }
  };
}
