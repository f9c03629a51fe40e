import { type ButtonInteraction, ButtonStyle } from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import { type Answer, askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { type ConfigFault, faultLine } from '#discord/configFault.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { LIMITS } from '#discord/limits.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { countsOf, isNoChange, type SetUpChange } from '#monitor/setUpChange.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import { targetOf } from '#monitor/watchedServers.ts';
import type { GuildDocument, Watch } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { configFile } from './configExport.ts';
import { type Judged, judgeFile } from './configFile.ts';
import { countsLine, planLines, warningLines } from './configPlan.ts';
import { type Ask, problem } from './managers.ts';
import { carryOut, changeGuild, type Change, type Means } from './statusMoves.ts';
import { lackingFor } from './lackingRights.ts';

/** What comes with everything: a file that is larger is none of ours. */
const MOST_BYTES = 512 * 1024;
const KILOBYTE = 1024;
const SHOWN_FAULTS = 3000;
const NAME = 'config';
const FILE = 'crowsnest-import.json';
/** The buttons under what a file would change. */
const DO = 'do';
const LEAVE = 'leave';
const ADDRESS = 100;

type Here = Pick<Ask, 'guild' | 'guildId' | 'user'>;

/** /config import: says what the file would change, or what is wrong with it. Nothing is changed yet. */
export async function answerImport(ask: Ask, means: Means): Promise<Reply> {
  const text = await readFile(ask.options.getAttachment('file', true), means);
  return typeof text === 'string' ? dryRun(text, ask, means) : text;
}

/** Answers the buttons: does what was shown, or leaves it. */
export function pressImport(
  subject: string,
  press: ButtonInteraction<'cached'>,
  desk: Desk,
): Answer {
  const t = desk.texts.in(askersLanguage(press));
  const [deed, digest = ''] = subject.split(':');
  if (deed !== DO) {
    return { seenBy: 'same', make: () => ({ content: t('config.left') }) };
  }
  let change: Done | null = null;
  return {
    seenBy: 'same',
    async make(signal) {
      const outcome = await doIt(digest, press, { desk, t, signal });
      change = 'change' in outcome ? outcome : null;
      return outcome.reply;
    },
    later: async (signal) => change && finish(change, press, { desk, t, signal }),
  };
}

type File = { url: string; size: number };

/** The text of a file; a reply when it can not be had. */
async function readFile(file: File, { desk, t }: Means): Promise<string | Reply> {
  const read = await desk.readAttachment(file, MOST_BYTES);
  if (read.ok) {
    return read.text;
  }
  return read.why === 'too-large'
    ? problem(t('config.tooLarge', { most: MOST_BYTES / KILOBYTE }))
    : problem(t('config.unreachable'));
}

const judge = (text: string, before: GuildDocument, here: Here, { desk }: Means): Judged =>
  judgeFile(text, before, {
    guild: here.guild,
    userId: here.user.id,
    most: desk.watchesPerGuild,
    now: desk.now(),
  });

/** What a file would change, with the buttons to do it. The file itself is attached: the button finds it there. */
async function dryRun(text: string, here: Here, means: Means, first = ''): Promise<Reply> {
  const { desk, t } = means;
  const judged = judge(text, await desk.store.guilds.get(here.guildId), here, means);
  if (!judged.ok) {
    return faultReply(judged.faults, t);
  }
  const { change, mapped, digest } = judged;
  if (isNoChange(change)) {
    return { embeds: [{ description: t('config.plan.none'), color: COLOURS.good }] };
  }
  const { faults, silent } = await lookAt(change, means);
  if (faults.length > 0) {
    return faultReply(faults, t);
  }
  const lines = [
    ...(first === '' ? [] : [first]),
    countsLine(change, t),
    ...warningLines({ mapped, silent, lacking: lacking(change, here, t) }, here.guildId, means),
    ...planLines(change, means),
  ];
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('config.plan.title'),
        description: joinWithin(lines, '\n', LIMITS.description, more),
        color: COLOURS.attention,
      },
    ],
    components: buttonRows([
      button({ command: NAME, subject: `${DO}:${digest}` }, t('config.do'), {
        style: countsOf(change).removed > 0 ? ButtonStyle.Danger : ButtonStyle.Primary,
      }),
      button({ command: NAME, subject: LEAVE }, t('config.leave')),
    ]),
    files: [{ name: FILE, data: Buffer.from(text) }],
  };
}

function faultReply(faults: readonly ConfigFault[], t: Translate): Reply {
  const lines = faults.map((fault) => faultLine(fault, t));
  const more = (count: number) => t('list.more', { count });
  return {
    embeds: [
      {
        title: t('config.badTitle'),
        description: `${joinWithin(lines, '\n', SHOWN_FAULTS, more)}\n\n${t('config.nothingDone')}`,
        color: COLOURS.attention,
      },
    ],
  };
}

/** Watches that ask a server which they did not ask before. */
const strangers = ({ watches: { added, changed } }: SetUpChange): Watch[] => [
  ...added,
  ...changed.filter(({ fields }) => fields.includes('target')).map(({ item }) => item),
];

/** Asks the servers that are new: some may not be asked at all, some are silent. */
async function lookAt(
  change: SetUpChange,
  { desk, signal }: Means,
): Promise<{ faults: ConfigFault[]; silent: Watch[] }> {
  const faults: ConfigFault[] = [];
  const silent: Watch[] = [];
  const look = async (watch: Watch): Promise<void> => {
    const target = targetOf(watch);
    const { state, reason } = await desk.takeSnapshot(target, WATCHED_PARTS, signal);
    const field = hostPort(target.host, target.port);
    if (reason === 'address-refused') {
      const values = { address: inlineCode(field, ADDRESS) };
      faults.push({ field, key: 'reason.address-refused', values });
    } else if (state === 'offline') {
      silent.push(watch);
    }
  };
  await Promise.all(strangers(change).map(look));
  return { faults, silent };
}

const lacking = ({ watches, follows }: SetUpChange, { guild }: Here, t: Translate): string[] =>
  lackingFor(
    guild,
    [watches, follows].flatMap(({ added, changed }) => [
      ...added,
      ...changed.map(({ item }) => item),
    ]),
    t,
  );

/** What was saved, and how many of what that was, in words. */
type Done = { change: Change; counts: string; reply: Reply };

/** Saves what was shown, all of it or nothing; shows it anew when file and set-up do not fit each other any more. */
async function doIt(
  digest: string,
  press: ButtonInteraction<'cached'>,
  means: Means,
): Promise<Done | { reply: Reply }> {
  const { desk, t } = means;
  const file = press.message.attachments.first();
  const text = file === undefined ? problem(t('config.gone')) : await readFile(file, means);
  if (typeof text !== 'string') {
    return { reply: text };
  }
  const seen: { change: SetUpChange | null } = { change: null };
  const change = await changeGuild(press.guildId, desk, (before) => {
    const judged = judge(text, before, press, means);
    seen.change = judged.ok && judged.digest === digest ? judged.change : null;
    return seen.change?.after ?? 'stale';
  });
  if (change === 'stale' || seen.change === null) {
    return { reply: await dryRun(text, press, means, t('config.stale')) };
  }
  const { guildId, user } = press;
  desk.log.info(
    { event: 'config-import', guild: guildId, user: user.id, ...countsOf(seen.change) },
    'set-up imported',
  );
  const counts = countsLine(seen.change, t);
  const reply = doneReply([counts, t('config.posting')], change.before, press, means);
  return { change, counts, reply };
}

const doneReply = (
  lines: readonly string[],
  before: GuildDocument,
  { guild }: Here,
  { desk, t }: Means,
): Reply => ({
  embeds: [
    {
      title: t('config.done'),
      description: [...lines, t('config.before')].join('\n'),
      color: COLOURS.good,
    },
  ],
  files: [configFile(guild, before, desk.now())],
});

/** Has questions, messages and boards follow what was saved. */
async function finish(
  { change, counts }: Done,
  press: ButtonInteraction<'cached'>,
  means: Means,
): Promise<Reply> {
  const { t } = means;
  const byHand = await carryOut(change, means);
  return doneReply([counts, t('config.finished'), ...byHand], change.before, press, means);
}
