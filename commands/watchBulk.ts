import type { ChatInputCommandInteraction, ModalSubmitInteraction } from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import type { Answer, Opening, Reply } from '#discord/command.ts';
import { componentId } from '#discord/componentId.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import { targetProblemWords } from '#discord/lookUp.ts';
import { parseTarget } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { problem } from './managers.ts';
import type { Means } from './statusMoves.ts';
import { addWatch } from './watchAdd.ts';
import { placeProblems } from './placeProblems.ts';
import { placeById, type Places, readPlaces } from './watchPlaces.ts';

const FORM = 'bulk';
const SERVERS = 'servers';
/** So many lines are read at once, and so many servers asked side by side. */
const MOST_LINES = 25;
const AT_ONCE = 5;
const LONGEST = 4_000;
const ADDRESS = 80;

type Form = ModalSubmitInteraction<'cached'>;

/** One line of the form: an address, and a game behind it where the server does not say which. */
type Line = { address: string; game: string | null };

/** /watch bulk: a form for many addresses, once the channels will do. They travel in the form's id. */
export function openBulk(
  ask: ChatInputCommandInteraction<'cached'>,
  t: Translate,
): Answer | Opening {
  const places = readPlaces(ask);
  const problems = places === null ? [t('error.starting')] : placeProblems(places, ask.guildId, t);
  if (places === null || problems.length > 0) {
    return { seenBy: 'asker', make: () => problem(problems.join('\n\n')) };
  }
  const { status, notices, role } = places;
  const subject = [FORM, status.id, notices.id, role?.id ?? ''].join('.');
  const words = { label: t('watch.bulk.servers'), hint: t('watch.bulk.hint') };
  return {
    opens: {
      custom_id: componentId('form', { command: 'watch', subject }),
      title: t('watch.bulk.form'),
      components: [textField(SERVERS, words, LONGEST, { long: true })],
    },
  };
}

/** Adds every server of the form as /watch add does, and says of each line what became of it. */
export async function addBulk(subject: string, form: Form, means: Means): Promise<Reply> {
  const { t } = means;
  const places = placesOf(subject, form);
  if (places === null) {
    return problem(t('form.stale'));
  }
  const problems = placeProblems(places, form.guildId, t);
  if (problems.length > 0) {
    return problem(problems.join('\n\n'));
  }
  const lines = readLines(form.fields.getTextInputValue(SERVERS));
  if (lines.length === 0) {
    return problem(t('watch.bulk.none'));
  }
  return summary(lines, await addAll(lines.slice(0, MOST_LINES), places, form, means), t);
}

function placesOf(subject: string, form: Form): Places | null {
  const [kind, statusId = '', noticesId = '', roleId = ''] = subject.split('.');
  const role = form.guild.roles.cache.get(roleId) ?? null;
  return kind === FORM && form.appPermissions !== null
    ? { status: placeById(form, statusId), notices: placeById(form, noticesId), role }
    : null;
}

/** The lines that say something; what follows a # is a remark. */
function readLines(text: string): Line[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [address = '', ...game] = line.split(/[\s;]+/);
      return { address, game: game.join(' ') || null };
    });
}

type Outcome = { added: boolean; words: string };

async function addAll(
  lines: readonly Line[],
  places: Places,
  form: Form,
  means: Means,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = lines.entries();
  const work = async (): Promise<void> => {
    for (const [at, line] of waiting) {
      outcomes[at] = await addLine(line, places, form, means);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

async function addLine(
  { address, game }: Line,
  places: Places,
  form: Form,
  means: Means,
): Promise<Outcome> {
  const { t } = means;
  const parsed = parseTarget(address, game);
  const shown = inlineCode(address, ADDRESS);
  if (!parsed.ok) {
    return { added: false, words: `⚠️ ${shown} ${targetProblemWords(parsed.problem, t)}` };
  }
  const { target } = parsed;
  const { added, words } = await addWatch(form, { ...means, target, places, joins: 'off' });
  return { added, words: added ? `✅ ${shown} **${words}**` : `⚠️ ${shown} ${words}` };
}

function summary(lines: readonly Line[], outcomes: readonly Outcome[], t: Translate): Reply {
  const added = outcomes.filter((one) => one.added).length;
  const left = lines.length - outcomes.length;
  const rows = [
    ...outcomes.map(({ words }) => words),
    ...(left > 0 ? [t('watch.bulk.left', { count: left })] : []),
  ];
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('watch.bulk.title', { added, count: lines.length }),
        description: joinWithin(rows, '\n', LIMITS.description, more),
        color: added === lines.length ? COLOURS.good : COLOURS.attention,
      },
    ],
  };
}
