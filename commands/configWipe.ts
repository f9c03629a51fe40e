import type { Guild, ModalSubmitInteraction } from 'discord.js';
import {
  type Answer,
  askersLanguage,
  type Desk,
  type Opening,
  type Reply,
} from '#discord/command.ts';
import { componentId } from '#discord/componentId.ts';
import { clean, plain } from '#discord/foreignText.ts';
import { textField } from '#discord/form.ts';
import { LIMITS } from '#discord/limits.ts';
import { emptyGuild, type GuildDocument } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { configFile } from './configExport.ts';
import { done, problem } from './managers.ts';
import { carryOut, changeGuild, type Means } from './statusMoves.ts';

const TYPED = 'name';
const LONGEST_NAME = 100;

/** What has to be typed: the guild's name, or its id when the name can not be seen. */
const wordOf = ({ name, id }: Guild): string => clean(name) || id;

/** /config wipe: a form that wants the guild's name before anything is deleted. */
export function openWipe(guild: Guild, command: string, t: Translate): Opening {
  const name = plain(wordOf(guild), LIMITS.formHint);
  return {
    opens: {
      custom_id: componentId('form', { command, subject: 'wipe' }),
      title: t('config.wipe.title'),
      components: [
        textField(
          TYPED,
          { label: t('config.wipe.label'), hint: t('config.wipe.hint', { name }) },
          LONGEST_NAME,
        ),
      ],
    },
  };
}

/** Deletes all that is kept of this guild, and the status messages; says what that was, and gives a copy of it. */
export function submitWipe(form: ModalSubmitInteraction<'cached'>, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(form));
  const typed = clean(form.fields.getTextInputValue(TYPED));
  const isMeant = typed.toLowerCase() === wordOf(form.guild).toLowerCase();
  return {
    seenBy: 'asker',
    make: (signal) =>
      isMeant ? wipe(form, { desk, t, signal }) : problem(t('config.wipe.differs')),
  };
}

async function wipe(
  { guild, guildId, user }: ModalSubmitInteraction<'cached'>,
  means: Means,
): Promise<Reply> {
  const { desk, t } = means;
  const change = await changeGuild(guildId, desk, (document) =>
    isEmpty(document) ? 'nothing' : { ...emptyGuild(guildId), greetedAt: document.greetedAt },
  );
  const before = change === 'nothing' ? emptyGuild(guildId) : change.before;
  const byHand = change === 'nothing' ? [] : await carryOut(change, means);
  // Of what was taken out before, outages and wishes are left.
  const { wishes, servers } = await desk.monitor.forgetGuild(before);
  const counts = { ...countsOf(before), wishes, histories: servers };
  if (change === 'nothing' && wishes + servers === 0) {
    return problem(t('config.wipe.nothing'));
  }
  desk.log.info(
    { event: 'config-wipe', guild: guildId, user: user.id, ...counts },
    'all that was kept of a guild is deleted',
  );
  const lines = [t('config.wiped', { counts: countWords(counts, t) }), ...byHand];
  return change === 'nothing'
    ? done(lines.join('\n'))
    : {
        ...done([...lines, t('config.before')].join('\n')),
        files: [configFile(guild, before, desk.now())],
      };
}

/** When it was greeted is no set-up: nobody is greeted again for having deleted one. */
const isEmpty = ({ watches, follows, language, timeZone }: GuildDocument): boolean =>
  watches.length + follows.length === 0 && language === null && timeZone === null;

type SetUpCounts = Record<
  'servers' | 'alerts' | 'windows' | 'follows' | 'boards' | 'messages',
  number
>;
type Counts = SetUpCounts & Record<'wishes' | 'histories', number>;

function countsOf({ watches, follows, boards }: GuildDocument): SetUpCounts {
  const sum = (count: (watch: GuildDocument['watches'][number]) => number) =>
    watches.reduce((total, watch) => total + count(watch), 0);
  return {
    servers: watches.length,
    alerts: sum(({ thresholds, namedPlayers }) => thresholds.length + namedPlayers.length),
    windows: sum(({ maintenance }) => maintenance.length),
    follows: follows.length,
    boards: boards.length,
    messages: [...watches, ...follows, ...boards].filter(({ message }) => message !== null).length,
  };
}

/** "3 watched servers, 2 alerts, 3 status messages"; what there was none of is left out. */
function countWords(counts: Counts, t: Translate): string {
  const names = Object.keys(counts) as (keyof Counts)[];
  const words = names
    .filter((name) => counts[name] > 0)
    .map((name) => t(`config.count.${name}`, { count: counts[name] }));
  return words.join(', ') || t('config.count.nothing');
}
