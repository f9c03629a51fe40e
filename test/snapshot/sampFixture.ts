import type { SampPlayers } from '#codec/samp/players.ts';
import type { SampRules } from '#codec/samp/rules.ts';
import { encodeTextAs } from '#codec/text/textEncoding.ts';
import type { Part } from '#query/a2sAnswer.ts';
import { type SampAnswer, sampEncoding } from '#query/sampAnswer.ts';

type Texts = { hostname: string; gamemode: string; language: string };

/** What a conversation gave, from texts in the code page the server's owner used. */
export function sampAnswer(
  written: Partial<Texts> & {
    encoding?: string;
    players?: number;
    max?: number;
    password?: boolean;
  },
  parts: { rules?: [string, string][]; names?: string[]; complete?: boolean } = {},
  more: Partial<SampAnswer> = {},
): SampAnswer {
  const encode = encodeTextAs(written.encoding ?? 'utf-8');
  const {
    hostname = 'Test RP',
    gamemode = 'RP',
    language = 'English',
    players = 0,
    max = 50,
  } = written;
  const info = {
    password: written.password ?? false,
    players,
    max,
    hostname: encode(hostname),
    gamemode: encode(gamemode),
    language: encode(language),
    trailing: 0,
  };
  const pairs = (parts.rules ?? []).map(([name, value]) => ({
    name: encode(name),
    value: encode(value),
  }));
  const rules: Part<SampRules> =
    parts.rules === undefined
      ? { state: 'silent', reason: 'no answer to r' }
      : {
          state: 'answered',
          value: { declared: pairs.length, pairs, complete: true, trailing: 0 },
        };
  const entries = (parts.names ?? []).map((name, at) => ({
    name: encode(name),
    score: 27 - at * 32,
    ping: 40,
    slotByte: at,
  }));
  const list: Part<SampPlayers> = {
    state: 'answered',
    value: {
      declared: entries.length,
      entries,
      complete: parts.complete ?? true,
      trailing: 0,
    },
  };
  const answer = { info, rules, players: list, ...more };
  return {
    links: null,
    openmp: null,
    pingMs: 23,
    problems: [],
    encoding: sampEncoding(answer, null),
    ...answer,
  };
}
