import type { CommandIds } from '#discord/commandMention.ts';
import type { Command } from '#sandbox/discord/command.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';

/** What the first bot of this process registered. Most of the work of a start is in that, and its outcome is always the same. */
let registered: { commands: Command[]; ids: CommandIds } | null = null;

/** The commands as they are at Discord when a bot starts again: put there without being asked for once more. Gives their ids. */
export async function commandsInPlace(
  { state }: LocalDiscord,
  register: () => Promise<CommandIds>,
): Promise<CommandIds> {
  if (registered === null) {
    const ids = await register();
    registered = { commands: state.commands, ids };
  }
  state.commands = registered.commands;
  return registered.ids;
}
