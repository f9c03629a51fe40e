import { INTERACTION_TYPE, type Interaction } from './interaction.ts';
import { tellInteraction } from './interactionEvent.ts';
import type { World } from './world.ts';

/** Time for the first answer (discord I1), ms. */
const FIRST_ANSWER_MS = 3000;
/** Life of an interaction token (discord I2), ms. */
const TOKEN_LIFE_MS = 15 * 60_000;

/** Afterwards its token is not even known any more, ms. */
const FORGOTTEN_MS = 86_400_000;

/** Whether the first answer comes too late. */
export function isLate(interaction: Interaction, nowMs: number): boolean {
  return nowMs - interaction.startedAt > FIRST_ANSWER_MS;
}

/** Whether the token is dead. */
export function isExpired(interaction: Interaction, nowMs: number): boolean {
  return nowMs - interaction.startedAt > TOKEN_LIFE_MS;
}

/** Gives up interactions whose time is over, as a person sees it: "The application did not respond". */
export function failOverdue(world: World): void {
  for (const interaction of world.state.interactions.values()) {
    if (world.now() - interaction.startedAt > FORGOTTEN_MS) {
      world.state.interactions.delete(interaction.token);
    }
    const overdue =
      (interaction.status === 'waiting' && isLate(interaction, world.now())) ||
      (interaction.status === 'deferred' && isExpired(interaction, world.now()));
    if (overdue) {
      interaction.status = 'failed';
      const what =
        interaction.type === INTERACTION_TYPE.autocomplete ? 'autocomplete' : 'interaction';
      world.journal.note(`${what} ${interaction.label} failed: the bot did not answer in time`);
      tellInteraction(world, interaction);
    }
  }
}
