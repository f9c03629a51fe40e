/** Intents that matter here. */
export const INTENT = {
  Guilds: 1 << 0,
  GuildMembers: 1 << 1,
  GuildPresences: 1 << 8,
  GuildMessages: 1 << 9,
  DirectMessages: 1 << 12,
  MessageContent: 1 << 15,
} as const;

/** All bits that Discord defines; others are refused with 4013. */
const KNOWN_INTENTS = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 21, 24, 25,
].reduce((bits, position) => bits | (1 << position), 0);

/** Intents that need the owner's consent; refused with 4014 unless it was given. */
const PRIVILEGED_INTENTS = INTENT.GuildMembers | INTENT.GuildPresences | INTENT.MessageContent;

/** The close code that an identify with these intents earns, or null. */
export function intentsRefusal(intents: unknown, consented: number): 4013 | 4014 | null {
  if (
    typeof intents !== 'number' ||
    !Number.isInteger(intents) ||
    (intents & ~KNOWN_INTENTS) !== 0
  ) {
    return 4013;
  }
  return intents & PRIVILEGED_INTENTS & ~consented ? 4014 : null;
}

/** The intent without which an event is not sent; 0 = always sent (INTERACTION_CREATE). */
export function intentFor(
  eventName: string,
  { ownMember, direct }: { ownMember: boolean; direct: boolean },
): number {
  if (direct && /^(MESSAGE|CHANNEL)_/.test(eventName)) {
    return INTENT.DirectMessages;
  }
  if (eventName.startsWith('MESSAGE_')) {
    return INTENT.GuildMessages;
  }
  if (eventName.startsWith('GUILD_MEMBER_')) {
    return ownMember ? INTENT.Guilds : INTENT.GuildMembers;
  }
  return /^(GUILD|CHANNEL|THREAD)_/.test(eventName) ? INTENT.Guilds : 0;
}

/** A message event as this session may read it: without MessageContent, foreign messages come blank. */
export function readableMessage(
  data: Record<string, unknown>,
  intents: number,
  botId: string,
): Record<string, unknown> {
  const author = data.author as { id: string } | undefined;
  const mentions = (data.mentions ?? []) as { id: string }[];
  const own =
    author === undefined || author.id === botId || mentions.some(({ id }) => id === botId);
  return own || intents & INTENT.MessageContent
    ? data
    : { ...data, content: '', embeds: [], attachments: [], components: [] };
}
