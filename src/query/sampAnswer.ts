import type { SampExtraInfo } from '#codec/samp/extraInfo.ts';
import { SAMP_CAPS, type SampInfo } from '#codec/samp/info.ts';
import type { SampPlayers } from '#codec/samp/players.ts';
import type { SampRules } from '#codec/samp/rules.ts';
import {
  type ChosenEncoding,
  chooseEncoding,
  type TextSample,
} from '#codec/text/chooseEncoding.ts';
import type { Part } from './a2sAnswer.ts';

/** Everything one conversation with a SA:MP or open.mp server gave. */
export type SampAnswer = {
  info: SampInfo;
  rules: Part<SampRules>;
  players: Part<SampPlayers>;
  /** The links of open.mp, maybe from an earlier conversation; null when there are none. */
  links: SampExtraInfo | null;
  /** Null when nothing told. */
  openmp: boolean | null;
  /** The one code page of this server's texts; what a person set for it stands above it. */
  encoding: ChosenEncoding;
  /** Round trip of `i` in ms; null when it had to be asked twice, for either may have been answered (spec samp case 4). */
  pingMs: number | null;
  problems: string[];
};

/** The texts of `i` with the lengths at which servers cut them. */
export function infoTexts(info: SampInfo): TextSample[] {
  return (['hostname', 'gamemode', 'language'] as const).map((field) => ({
    bytes: info[field],
    caps: SAMP_CAPS[field],
  }));
}

/**
 * The code page of a server by the texts of `i` (spec samp section 4). When these are all ASCII, what was known before
 * stays, and else the rules and names decide by the same steps.
 */
export function sampEncoding(
  answer: Pick<SampAnswer, 'info' | 'rules' | 'players'>,
  before: ChosenEncoding | null,
): ChosenEncoding {
  const { info, rules, players } = answer;
  const byInfo = chooseEncoding(infoTexts(info), info.language);
  if (byInfo.by !== 'ascii') {
    return byInfo;
  }
  if (before !== null && before.encoding !== 'utf-8') {
    return before;
  }
  const pairs = rules.state === 'answered' ? rules.value.pairs : [];
  const entries = players.state === 'answered' ? players.value.entries : [];
  const rest = [
    ...pairs.flatMap(({ name, value }) => [name, value]),
    ...entries.map((one) => one.name),
  ];
  return chooseEncoding(
    rest.map((bytes) => ({ bytes })),
    info.language,
  );
}
