import type { User } from './guild.ts';

/** Message flags (spec discord section 3, rule 8). */
export const MESSAGE_FLAG = {
  CROSSPOSTED: 1 << 0,
  SUPPRESS_EMBEDS: 1 << 2,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  COMPONENTS_V2: 1 << 15,
} as const;

/** Message types that occur here. */
export const MESSAGE_TYPE = {
  default: 0,
  pinned: 6,
  threadCreated: 18,
  reply: 19,
  chatCommand: 20,
} as const;

export type EmbedMedia = { url: string; proxy_url?: string; width?: number; height?: number };

/** An embed as Discord sends it back. */
export type Embed = {
  type: 'rich';
  title?: string;
  description?: string;
  url?: string;
  color?: number;
  timestamp?: string;
  footer?: { text: string; icon_url?: string };
  author?: { name: string; url?: string; icon_url?: string };
  image?: EmbedMedia;
  thumbnail?: EmbedMedia;
  fields?: { name: string; value: string; inline: boolean }[];
};

/** Types of components that occur here. */
export const COMPONENT_TYPE = {
  row: 1,
  button: 2,
  stringSelect: 3,
  textInput: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  textDisplay: 10,
  label: 18,
  fileUpload: 19,
} as const;

/** Any message component, classic or V2; which keys there are depends on `type`. */
export type Component = {
  type: number;
  id?: number;
  custom_id?: string;
  style?: number;
  label?: string;
  description?: string;
  emoji?: { id?: string; name?: string; animated?: boolean };
  url?: string;
  disabled?: boolean;
  placeholder?: string;
  min_values?: number;
  max_values?: number;
  min_length?: number;
  max_length?: number;
  required?: boolean;
  value?: string;
  options?: { label: string; value: string; description?: string; default?: boolean }[];
  channel_types?: number[];
  /** Chosen beforehand in a menu of users, roles or channels. */
  default_values?: { id: string; type: 'user' | 'role' | 'channel' }[];
  content?: string;
  components?: Component[];
  component?: Component;
  accessory?: Component;
  accent_color?: number | null;
  spoiler?: boolean;
  divider?: boolean;
  spacing?: number;
  items?: { media: { url: string }; description?: string | null; spoiler?: boolean }[];
  media?: { url: string };
  file?: { url: string };
};

export type Attachment = {
  id: string;
  filename: string;
  title?: string;
  description?: string;
  content_type: string;
  size: number;
  url: string;
  proxy_url: string;
};

/** A message exactly as the REST API and the gateway send it. */
export type Message = {
  id: string;
  channel_id: string;
  guild_id?: string;
  type: number;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  tts: boolean;
  mention_everyone: boolean;
  mentions: User[];
  mention_roles: string[];
  attachments: Attachment[];
  embeds: Embed[];
  components: Component[];
  pinned: boolean;
  flags: number;
  nonce?: string | number;
  webhook_id?: string;
  application_id?: string;
  message_reference?: { type: number; message_id: string; channel_id: string; guild_id?: string };
  interaction_metadata?: {
    id: string;
    type: number;
    user: User;
    authorizing_integration_owners: Record<string, string>;
    name?: string;
  };
};

/** A message and what only this Discord knows about it. */
export type Post = {
  message: Message;
  /** Files that its embeds show: Discord has them in the embeds only (api-docs#1340). */
  inEmbeds: Attachment[];
  /** The one user who sees it (ephemeral); null = all who see the channel. */
  visibleTo: string | null;
  /** Token of the interaction it answers, or null. */
  token: string | null;
  pinnedAt: string | null;
  /** Ids of the users who got a notification when it was posted. */
  notified: string[];
  /** Posted with SUPPRESS_NOTIFICATIONS: listed, but no sound. */
  silent: boolean;
  /** How often it was edited. */
  edits: number;
};
