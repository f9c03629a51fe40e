import {
  type APIButtonComponent,
  type APIEmbed,
  type APIEmbedField,
  ButtonStyle,
  PermissionFlagsBits,
} from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { Reply } from '#discord/command.ts';
import { joinWithin } from '#discord/embedBudget.ts';
import { escaped, inlineCode } from '#discord/foreignText.ts';
import { causeWords } from '#discord/likelyCause.ts';
import { LIMITS } from '#discord/limits.ts';
import { storedTarget } from '#discord/newWatch.ts';
import { CHANNEL_KINDS } from '#discord/permissions.ts';
import { channelMenu, roleMenu } from '#discord/selectMenu.ts';
import { hostPort } from '#discord/serverAddress.ts';
import {
  colourCodes,
  gameName,
  playerCount,
  serverTitle,
  triedLines,
} from '#discord/serverWords.ts';
import { headline } from '#discord/statusEmbed.ts';
import { newWatchRefusal } from '#monitor/watchChange.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { GuildDocument } from '#store/guildDocument.ts';
import type { Translate } from '#text/texts.ts';
import { guildWords, wishedLanguage } from './setupGuild.ts';
import { type Draft, ownerOf, type Sitting } from './setupSitting.ts';
import { refusalWords } from './watchAdd.ts';
import { placeProblems } from './placeProblems.ts';
import { type Place, type Places, placeById, placeToMake } from './watchPlaces.ts';

const VALUE = 120;
const ADDRESS = 300;

/** A draft in which a server was chosen. */
export type Plan = Draft & { target: Target };

/** The second page: what was found, where everything goes, and the button that starts. */
export async function planPage(
  sitting: Sitting,
  plan: Plan,
  problem: string | null,
): Promise<Reply> {
  const { desk, use } = sitting;
  const guild = await desk.store.guilds.get(use.guildId);
  const problems = [...(problem === null ? [] : [problem]), ...planProblems(sitting, plan, guild)];
  return {
    embeds: [planEmbed(sitting, plan, guild, problems)],
    components: [
      channelMenu(ownerOf(sitting, 'status'), sitting.t('setup.menu.status'), {
        kinds: CHANNEL_KINDS.status,
        chosen: offered(sitting, plan.channelId, 'status'),
      }),
      channelMenu(ownerOf(sitting, 'notices'), sitting.t('setup.menu.notices'), {
        kinds: CHANNEL_KINDS.notices,
        // With two channels chosen nobody could tell the menus apart.
        chosen: offered(sitting, plan.noticeChannelId, 'notices'),
      }),
      roleMenu(ownerOf(sitting, 'role'), sitting.t('setup.menu.role'), plan.roleId),
      ...buttonRows(planButtons(sitting, plan, guild, problems.length > 0)),
    ],
  };
}

/** A channel that its menu can show as chosen. */
function offered(
  { use }: Sitting,
  channelId: string | null,
  purpose: keyof typeof CHANNEL_KINDS,
): string | null {
  if (channelId === null) {
    return null;
  }
  const { kind } = placeById(use, channelId);
  return CHANNEL_KINDS[purpose].includes(kind) ? channelId : null;
}

/** Where everything goes. A role that is gone by now is nobody. */
export function plannedPlaces(sitting: Sitting, plan: Plan, guild: GuildDocument): Places {
  const { use } = sitting;
  const status = placeOf(sitting, plan.channelId, guild);
  const role = plan.roleId === null ? undefined : use.guild.roles.cache.get(plan.roleId);
  return {
    status,
    notices: plan.noticeChannelId === null ? status : placeById(use, plan.noticeChannelId),
    role: role ?? null,
  };
}

const placeOf = (sitting: Sitting, channelId: string | null, guild: GuildDocument): Place =>
  channelId === null
    ? placeToMake(sitting.use, newChannelName(sitting, guild))
    : placeById(sitting.use, channelId);

/** The name of a channel that is made for the status, in the language of the guild. */
export function newChannelName({ use, desk }: Sitting, guild: GuildDocument): string {
  return desk.texts.in(wishedLanguage(guild, use.guild, use.locale))('setup.channelName');
}

/** What stands in the way of starting, a sentence each; what the server has to say apart. */
export function planProblems(sitting: Sitting, plan: Plan, guild: GuildDocument): string[] {
  const { use, desk, t } = sitting;
  const most = desk.watchesPerGuild;
  const wanted = { id: '', channelId: plan.channelId ?? '', target: storedTarget(plan.target) };
  const refusal = newWatchRefusal(guild, wanted, most);
  return [
    ...placeProblems(plannedPlaces(sitting, plan, guild), use.guildId, t),
    ...(refusal === null ? [] : [refusalWords(refusal, wanted, most, t)]),
  ];
}

function planEmbed(
  sitting: Sitting,
  plan: Plan,
  guild: GuildDocument,
  problems: readonly string[],
): APIEmbed {
  const { t, desk } = sitting;
  const { snapshot, target } = plan;
  const address = hostPort(target.host, target.port);
  const found =
    snapshot === null
      ? t('setup.asking', { address: inlineCode(address, ADDRESS) })
      : foundWords(snapshot, desk.now(), t);
  const smooth = problems.length === 0 && snapshot?.state === 'online';
  return {
    title: snapshot === null ? escaped(address, LIMITS.title) : serverTitle(snapshot, null),
    description: problems.length === 0 ? found : `${found}\n\n⚠️ ${problems.join('\n')}`,
    color: smooth ? COLOURS.good : snapshot === null ? COLOURS.plain : COLOURS.attention,
    fields: planFields(sitting, plan, guild),
  };
}

/** What the server is, in a few words; else why it is silent, the likely cause, what was tried, and that it can be watched all the same. */
function foundWords(snapshot: Snapshot, checkedAt: number, t: Translate): string {
  const picture = { snapshot, availability: null, lastSeen: null, checkedAt };
  if (snapshot.state === 'online') {
    const facts = [
      escaped(gameName(snapshot, null) ?? '', VALUE),
      escaped(snapshot.map ?? '', VALUE, colourCodes(snapshot)),
      playerCount(snapshot, t),
    ];
    return `${headline(picture, t)}\n${facts.filter((fact) => fact !== '').join(' · ')}`;
  }
  const more = (count: number) => t('list.more', { count });
  const tried = joinWithin(triedLines(snapshot, true, t), '\n', LIMITS.fieldValue, more);
  const anyway = snapshot.reason === 'address-refused' ? '' : t('setup.anyway');
  return [headline(picture, t), causeWords(snapshot, null, t), tried, anyway]
    .filter((words) => words !== '')
    .join('\n');
}

function planFields(sitting: Sitting, plan: Plan, guild: GuildDocument): APIEmbedField[] {
  const { t } = sitting;
  const { status, notices, role } = plannedPlaces(sitting, plan, guild);
  const { language, zone } = guildWords(sitting, guild);
  const newOne = t('setup.new', { channel: status.shown });
  const values = [
    [t('setup.field.status'), status.id === '' ? newOne : status.shown],
    [t('setup.field.notices'), notices.shown],
    [t('setup.field.pings'), role === null ? t('setup.nobody') : `<@&${role.id}>`],
    [t('setup.field.language'), language],
    [t('setup.zone'), zone],
  ] as const;
  return values.map(([name, value]) => ({ name, value, inline: true }));
}

function planButtons(
  sitting: Sitting,
  plan: Plan,
  guild: GuildDocument,
  isBlocked: boolean,
): APIButtonComponent[] {
  const { use, t } = sitting;
  const { snapshot } = plan;
  const isSilent = snapshot?.state === 'offline';
  const mayMake = use.guild.members.me?.permissions.has(PermissionFlagsBits.ManageChannels);
  const channel = `#${newChannelName(sitting, guild)}`;
  const start = button(
    ownerOf(sitting, 'start'),
    t(isSilent ? 'setup.startAnyway' : 'setup.start'),
    {
      style: ButtonStyle.Success,
      emoji: '✅',
      disabled: isBlocked || snapshot?.reason === 'address-refused',
    },
  );
  return [
    start,
    ...(isBlocked || isSilent
      ? [button(ownerOf(sitting, 'again'), t('setup.again'), { emoji: '🔄' })]
      : []),
    ...(mayMake && plan.channelId !== null
      ? [button(ownerOf(sitting, 'make'), t('setup.make', { channel }), { emoji: '➕' })]
      : []),
    button(ownerOf(sitting, 'address'), t('setup.other'), { emoji: '✏️' }),
    button(ownerOf(sitting, 'guild'), t('setup.guild'), { emoji: '🌐' }),
  ];
}
