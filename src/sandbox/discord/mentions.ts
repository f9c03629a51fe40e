/** `allowed_mentions` of a message body. */
export type AllowedMentions = {
  parse?: readonly string[];
  users?: readonly string[];
  roles?: readonly string[];
  replied_user?: boolean;
};

/** Someone who may be told about a message. */
export type Listener = { userId: string; roleIds: readonly string[]; bot: boolean };

export type MentionRules = {
  allowed: AllowedMentions | null;
  /** What counts when `allowed` is null: channel messages parse everything, interaction answers users only (I14). */
  byDefault: 'everything' | 'users';
  /** Roles that may be mentioned by this author: mentionable ones, or all with MENTION_EVERYONE. */
  roleIds: readonly string[];
  mayMentionEveryone: boolean;
  authorId: string;
  /** The people who can see the channel. */
  listeners: readonly Listener[];
  /** Author of the message that is replied to. */
  repliedTo: string | null;
};

export type Mentions = {
  everyone: boolean;
  userIds: string[];
  roleIds: string[];
  /** Who gets a notification, provided the message is new and not an edit. */
  notified: string[];
};

/** What a text mentions and who hears of it (spec sandbox section 5, discord section 4). Code spans mention nobody. */
export function findMentions(text: string, rules: MentionRules): Mentions {
  const plain = text.replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, ' ');
  const allowed = rules.allowed ?? {
    parse: rules.byDefault === 'everything' ? ['users', 'roles', 'everyone'] : ['users'],
  };
  const parses = (kind: string) => allowed.parse?.includes(kind) ?? false;
  const permits = (kind: 'users' | 'roles', id: string) =>
    parses(kind) || (allowed[kind]?.includes(id) ?? false);

  const members = new Set(rules.listeners.map(({ userId }) => userId));
  const named = idsIn(plain, /<@!?(\d{17,19})>/g).filter((id) => permits('users', id));
  const replied = rules.repliedTo !== null && (allowed.replied_user ?? rules.allowed === null);
  const userIds = unique(replied && rules.repliedTo !== null ? [...named, rules.repliedTo] : named);
  const roleIds = idsIn(plain, /<@&(\d{17,19})>/g).filter(
    (id) => permits('roles', id) && rules.roleIds.includes(id),
  );
  const everyone =
    /@(everyone|here)\b/.test(plain) && parses('everyone') && rules.mayMentionEveryone;
  const notified = rules.listeners.filter(
    (one) =>
      everyone ||
      userIds.includes(one.userId) ||
      one.roleIds.some((roleId) => roleIds.includes(roleId)),
  );
  return {
    everyone,
    userIds: userIds.filter((id) => members.has(id)),
    roleIds,
    notified: notified
      .filter((one) => !one.bot && one.userId !== rules.authorId)
      .map(({ userId }) => userId),
  };
}

function idsIn(text: string, pattern: RegExp): string[] {
  return unique([...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
