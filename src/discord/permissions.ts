import { ChannelType, type PermissionsBitField } from 'discord.js';
import type { TextKey } from '#text/texts.ts';

/** Permissions we may have to name to a person; each has a text "permission.NAME" as Discord's settings call it. */
export const PERMISSION_NAMES = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
  'PinMessages',
  'MentionEveryone',
  'ManageThreads',
  'ManageChannels',
  'Connect',
] as const;
export type PermissionName = (typeof PERMISSION_NAMES)[number];

type Granted = Pick<PermissionsBitField, 'has'>;

const THREADS: readonly ChannelType[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

const sending = (kind: ChannelType): PermissionName =>
  THREADS.includes(kind) ? 'SendMessagesInThreads' : 'SendMessages';

/** What pinning needs besides being able to see the channel; a message can do without. */
export const PIN_NEEDS = ['ReadMessageHistory', 'PinMessages'] as const satisfies PermissionName[];

/** What a status message needs in a channel of this kind: to be posted, edited and pinned (spec discord section 7). */
export function statusNeeds(kind: ChannelType): PermissionName[] {
  return ['ViewChannel', sending(kind), 'EmbedLinks', ...PIN_NEEDS];
}

/** Without these an edit is refused, or takes the embeds away. */
export const EDIT_NEEDS = ['ViewChannel', 'EmbedLinks'] as const satisfies PermissionName[];

/** What a graph needs besides; without it the status is shown all the same. */
export const GRAPH_NEEDS = ['AttachFiles'] as const satisfies PermissionName[];

/** Without these no message arrives in a channel of this kind. */
export function postNeeds(kind: ChannelType): PermissionName[] {
  return ['ViewChannel', sending(kind)];
}

/** What a notice needs in a channel of this kind, to say all it has to say. */
export function noticeNeeds(kind: ChannelType): PermissionName[] {
  return [...postNeeds(kind), 'EmbedLinks'];
}

/** What changing the name of a channel of this kind needs (spec discord section 7). */
export function renameNeeds(kind: ChannelType): PermissionName[] {
  const voice = kind === ChannelType.GuildVoice || kind === ChannelType.GuildStageVoice;
  return ['ViewChannel', 'ManageChannels', ...(voice ? (['Connect'] as const) : [])];
}

/**
 * The needed permissions that are not there; an administrator has them all. Without "View Channel" or "Send Messages" Discord
 * takes others away too, which nobody could switch on: `set`, what roles and overrides say by themselves, tells those apart.
 */
export function missingPermissions(
  granted: Granted,
  needs: readonly PermissionName[],
  set: Granted | null = null,
): PermissionName[] {
  const missing = needs.filter((name) => !granted.has(name));
  const switchedOff = set === null ? missing : missing.filter((name) => !set.has(name));
  return switchedOff.length === 0 ? missing : switchedOff;
}

/** Kinds of channel that can hold a status message, and those that take notices (spec discord section 9). */
export const CHANNEL_KINDS = {
  status: [ChannelType.GuildText, ...THREADS],
  notices: [
    ChannelType.GuildText,
    ChannelType.GuildAnnouncement,
    ChannelType.GuildVoice,
    ...THREADS,
  ],
} as const satisfies Record<string, readonly ChannelType[]>;

/** Why a channel of this kind can not hold a status message (spec discord section 9); null when it can. */
export function statusChannelProblem(
  kind: ChannelType,
): Extract<TextKey, `channel.${string}`> | null {
  if (kind === ChannelType.GuildAnnouncement) {
    return 'channel.announcement';
  }
  return CHANNEL_KINDS.status.includes(kind) ? null : 'channel.kind';
}

/** Notices are plain messages: announcement and voice channels take them, forums and categories do not. */
export function noticeChannelProblem(
  kind: ChannelType,
): Extract<TextKey, `channel.${string}`> | null {
  return CHANNEL_KINDS.notices.includes(kind) ? null : 'channel.kind';
}

/** Names can be shown on text, voice and category channels; a thread or forum is no place for one. */
export function nameChannelProblem(
  kind: ChannelType,
): Extract<TextKey, `channel.${string}`> | null {
  const takes = [
    ChannelType.GuildText,
    ChannelType.GuildVoice,
    ChannelType.GuildStageVoice,
    ChannelType.GuildCategory,
  ];
  return takes.includes(kind) ? null : 'channel.noName';
}

/** Whether a role really hears its mention: else the text appears and nobody is told (spec discord section 4). */
export function canPing(role: { mentionable: boolean }, granted: Granted): boolean {
  return role.mentionable || granted.has('MentionEveryone');
}

/** Whether a fact of a trouble is the name of a permission. */
export function isPermissionName(fact: string): fact is PermissionName {
  return PERMISSION_NAMES.some((name) => name === fact);
}
