import type { Reply } from '#discord/command.ts';
import { lookUpEmbed, targetProblemEmbed } from '#discord/lookUp.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import { type ParsedTarget, parseTarget } from '#snapshot/target.ts';
import type { Watch } from '#store/guildDocument.ts';
import type { Ask } from './managers.ts';
import type { Means } from './statusMoves.ts';

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

/** Why that server can not be asked; null when it can. One that does not answer now is taken. */
export async function targetRefusal(
  parsed: ParsedTarget | null,
  { desk, t, signal }: Means,
): Promise<Reply | null> {
  if (parsed === null) {
    return null;
  }
  if (!parsed.ok) {
    return { embeds: [targetProblemEmbed(parsed.problem, t)] };
  }
  const snapshot = await desk.takeSnapshot(parsed.target, WATCHED_PARTS, signal);
  return snapshot.reason === 'address-refused'
    ? { embeds: [lookUpEmbed(snapshot, null, desk, t)] }
    : null;
}
