import type { Reply } from '#discord/command.ts';
import { lookUpEmbed, targetProblemEmbed } from '#discord/lookUp.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import { serverKey } from '#snapshot/serverKey.ts';
import { type ParsedTarget, parseTarget } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import { type Ask, problem } from './managers.ts';
import type { Means } from './watchMove.ts';

/** The server of a watch as the options "address", "game" and "encoding" would have it; null when they say nothing. */
export function readTarget({ options }: Ask, { target }: Watch): ParsedTarget | null {
  const [address, game, encoding] = ['address', 'game', 'encoding'].map((name) =>
    options.getString(name),
  );
  return address || game || encoding
    ? parseTarget(
        address ?? hostPort(target.host, target.port),
        game ?? target.game,
        encoding ?? target.encoding,
      )
    : null;
}

/** Why a watch can not ask that server in that channel; null when it can. A server that does not answer now is taken. */
export async function targetRefusal(
  guildId: string,
  wanted: Watch,
  parsed: ParsedTarget | null,
  { desk, t, signal }: Means,
): Promise<Reply | null> {
  if (parsed !== null && !parsed.ok) {
    return { embeds: [targetProblemEmbed(parsed.problem, t)] };
  }
  const { watches } = await desk.store.guilds.get(guildId);
  const key = serverKey(targetOf(wanted));
  const isTwin = watches.some(
    (watch) =>
      watch.id !== wanted.id &&
      watch.channelId === wanted.channelId &&
      serverKey(targetOf(watch)) === key,
  );
  if (isTwin) {
    return problem(t('watch.duplicate', { channel: `<#${wanted.channelId}>` }));
  }
  if (parsed === null) {
    return null;
  }
  const snapshot = await desk.takeSnapshot(parsed.target, WATCHED_PARTS, signal);
  return snapshot.reason === 'address-refused'
    ? { embeds: [lookUpEmbed(snapshot, null, desk.now(), t)] }
    : null;
}
