import type { APIEmbed } from 'discord.js';
import type { ConsoleAnswer } from '#snapshot/queryCore.ts';
import type { Translate } from '#text/texts.ts';
import { COLOURS } from './colours.ts';
import { codeBlock, escaped } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { lookUpEmbed } from './lookUp.ts';

const SERVER = 150;
/** Leaves room below the lines for a word about the rest. */
const LINES = LIMITS.description - 200;

/** What a console command came to (pure). Silence can mean five things and nothing tells which, so all are said. */
export function consoleEmbed(
  answer: ConsoleAnswer,
  server: string,
  at: Parameters<typeof lookUpEmbed>[2],
  t: Translate,
): APIEmbed {
  if (answer.outcome === 'offline') {
    return lookUpEmbed(answer.snapshot, null, at, t);
  }
  return {
    title: t('rcon.title', { server: escaped(server, SERVER) }),
    description: answer.outcome === 'answered' ? linesWords(answer, t) : failureWords(answer, t),
    color: answer.outcome === 'answered' ? COLOURS.good : COLOURS.attention,
  };
}

type Answered = Extract<ConsoleAnswer, { outcome: 'answered' }>;
type Failed = Exclude<ConsoleAnswer, { outcome: 'answered' | 'offline' }>;

function linesWords({ lines, cut }: Answered, t: Translate): string {
  const block = codeBlock(lines, LINES, (count) => t('list.more', { count }));
  return [block === '' ? t('rcon.blank') : block, cut ? t('rcon.cut') : null]
    .filter((part) => part !== null)
    .join('\n');
}

function failureWords(answer: Failed, t: Translate): string {
  switch (answer.outcome) {
    case 'wrong-password':
      return t('rcon.wrongPassword');
    case 'refused':
      return t('rcon.refused');
    case 'silent':
      return [
        t(answer.reachable ? 'rcon.silent' : 'rcon.silentNoPing'),
        t('rcon.silentMeans'),
        t('rcon.silentAdvice'),
      ].join('\n');
  }
}
