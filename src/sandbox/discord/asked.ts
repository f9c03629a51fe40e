import type { CommandChoice } from './command.ts';
import { PeopleError } from './finding.ts';
import type { Interaction, Modal } from './interaction.ts';
import { MESSAGE_FLAG, type Post } from './message.ts';
import { postsOf } from './state.ts';
import type { World } from './world.ts';

/** Something a person asked of the bot, and what came of it. */
export type Asked = {
  interaction: Interaction;
  /** The answer as the person sees it; resolves when it is more than "is thinking ...". Rejects when nothing came in time. */
  reply: () => Promise<Post>;
  /** Resolves with the first answer, also a deferral, a modal or an update. Rejects as `reply`. */
  acknowledged: () => Promise<Interaction>;
  /** Resolves with the modal that the bot opens. */
  modal: () => Promise<Modal>;
  /** Resolves with the choices of an autocomplete. */
  choices: () => Promise<CommandChoice[]>;
  /** Messages made with this interaction so far, the reply first. */
  posts: () => Post[];
};

/** The handle of an interaction that was just started. */
export function watchInteraction(world: World, interaction: Interaction): Asked {
  const posts = () =>
    postsOf(world.state, interaction.channelId).filter(
      ({ message, token }) => token === interaction.token || message.id === interaction.originalId,
    );
  const original = () => posts().find(({ message }) => message.id === interaction.originalId);
  const wait = <T>(look: () => T | null | undefined) => waitFor(world, interaction, look);
  return {
    interaction,
    posts,
    reply: () =>
      wait(() => {
        const post = original();
        const thinking = interaction.status !== 'answered' || isLoading(post);
        return thinking ? null : post;
      }),
    acknowledged: () => wait(() => (interaction.callback === null ? null : interaction)),
    modal: () => wait(() => interaction.modal),
    choices: () => wait(() => interaction.choices),
  };
}

function isLoading(post: Post | undefined): boolean {
  return ((post?.message.flags ?? 0) & MESSAGE_FLAG.LOADING) !== 0;
}

/** Looks after every change until there is something, or until the interaction has failed. */
function waitFor<T>(
  world: World,
  interaction: Interaction,
  look: () => T | null | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const value = look();
      if (value !== null && value !== undefined) {
        undo();
        resolve(value);
      } else if (interaction.status === 'failed') {
        undo();
        reject(
          new PeopleError(
            `the bot did not answer ${interaction.label} in time\n${world.journal.explain()}`,
          ),
        );
      }
    };
    const undo = world.outlet.subscribe(check);
    check();
  });
}
