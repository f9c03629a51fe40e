import type { CommandChoice } from './command.ts';
import type { Component } from './message.ts';

/** Interaction types. */
export const INTERACTION_TYPE = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const;

/** Callback types (discord I4). */
export const CALLBACK_TYPE = {
  message: 4,
  deferred: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

/** A modal that the bot opened. */
export type Modal = { custom_id: string; title: string; components: Component[] };

/**
 * waiting: no answer yet · deferred: "is thinking" · answered: something is there to see · failed: nothing came within
 * 3 s, or a deferral was not followed by anything for 15 min.
 */
export type InteractionStatus = 'waiting' | 'deferred' | 'answered' | 'failed';

/** One thing that a person did and that the bot has to answer. */
export type Interaction = {
  id: string;
  token: string;
  type: number;
  userId: string;
  /** Null outside of guilds. */
  guildId: string | null;
  /** `authorizing_integration_owners`: by whom the app was let in there. */
  owners: Record<string, string>;
  channelId: string;
  /** What was done, for people: "/watch add", "button status:next". */
  label: string;
  /** Ms since 1970. */
  startedAt: number;
  status: InteractionStatus;
  /** Type of the callback that counted, or null. */
  callback: number | null;
  /** Message whose component was used, or from whose modal this came. */
  sourceId: string | null;
  /** Message that @original means. */
  originalId: string | null;
  /** Messages that the bot made with the token, @original included. */
  messageIds: string[];
  choices: CommandChoice[] | null;
  modal: Modal | null;
};
