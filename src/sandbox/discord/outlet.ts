import type { CommandChoice } from './command.ts';
import type { InteractionStatus, Modal } from './interaction.ts';

/** A gateway event on its way to the bot. */
export type Dispatch = {
  /** E.g. "MESSAGE_CREATE". */
  name: string;
  /** Decides the shard; null = shard 0. */
  guildId: string | null;
  data: Record<string, unknown>;
};

/** Something a person (or the page that shows it to a person) can see. `visibleTo`: one user, or null for all. */
export type Change =
  | {
      kind: 'message';
      what: 'created' | 'edited' | 'deleted';
      channelId: string;
      messageId: string;
      visibleTo: string | null;
    }
  | {
      kind: 'notified';
      channelId: string;
      messageId: string;
      userIds: string[];
      roleIds: string[];
      everyone: boolean;
      silent: boolean;
    }
  | { kind: 'pins'; channelId: string }
  | {
      kind: 'interaction';
      interactionId: string;
      userId: string;
      channelId: string;
      label: string;
      status: InteractionStatus;
    }
  | { kind: 'choices'; interactionId: string; userId: string; choices: CommandChoice[] }
  | { kind: 'modal'; interactionId: string; userId: string; modal: Modal }
  | { kind: 'channels'; guildId: string }
  | { kind: 'guild'; guildId: string }
  /** What a person takes or installed. */
  | { kind: 'person'; userId: string }
  | { kind: 'commands' }
  | { kind: 'gateway'; connected: boolean };

/** Where changes leave the state: towards the bot (gateway) and towards those who watch. */
export type Outlet = {
  dispatch: (event: Dispatch) => void;
  tell: (change: Change) => void;
  onDispatch: (listener: (event: Dispatch) => void) => () => void;
  subscribe: (listener: (change: Change) => void) => () => void;
};

/** Two lists of listeners; each `on...` gives back its own undo. */
export function createOutlet(): Outlet {
  const dispatchListeners = new Set<(event: Dispatch) => void>();
  const changeListeners = new Set<(change: Change) => void>();
  return {
    dispatch: (event) => {
      for (const listener of [...dispatchListeners]) {
        listener(event);
      }
    },
    tell: (change) => {
      for (const listener of [...changeListeners]) {
        listener(change);
      }
    },
    onDispatch: (listener) => addTo(dispatchListeners, listener),
    subscribe: (listener) => addTo(changeListeners, listener),
  };
}

function addTo<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
