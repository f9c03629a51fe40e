import type {
  AnySelectMenuInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { Desk, Reply } from '#discord/command.ts';
import type { SetupDraft } from '#discord/setupDrafts.ts';
import type { Translate } from '#text/texts.ts';

/** The name of the command. */
export const SETUP = 'setup';

/** What was chosen so far. */
export type Draft = SetupDraft<Reply>;

/** A press, a choice or a form in a set-up. */
export type Use =
  | ButtonInteraction<'cached'>
  | AnySelectMenuInteraction<'cached'>
  | ModalSubmitInteraction<'cached'>;

/** One step of a person through a set-up: the draft, what the person did, in whose language to answer. */
export type Sitting = {
  /** Of the draft. */
  id: string;
  use: ChatInputCommandInteraction<'cached'> | Use;
  desk: Desk;
  t: Translate;
};

/** The owner of a button, menu or form: this command, this draft, and which part of it. */
export const ownerOf = ({ id }: Sitting, part: string) => ({
  command: SETUP,
  subject: `${id}:${part}`,
});

/** The draft and the part that such a subject names. */
export function readSubject(subject: string): { id: string; part: string } {
  const [id = '', part = ''] = subject.split(':');
  return { id, part };
}
