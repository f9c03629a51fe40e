/** Ids that Discord gave the commands, by name. */
export type CommandIds = Readonly<Record<string, string>>;

/** How commands are named in texts. */
export type CommandMentions = {
  /** Takes over the ids, once Discord told them. */
  learn(ids: CommandIds): void;
  /** A command by its path, such as "watch add": something to press once its id is known, before that the words to type. */
  mention(path: string): string;
};

/** Mentions of commands; no id is known at first. */
export function createCommandMentions(): CommandMentions {
  let known: CommandIds = {};
  return {
    learn: (ids) => {
      known = ids;
    },
    mention: (path) => {
      const id = known[path.split(' ', 1)[0] ?? ''];
      return id === undefined ? `\`/${path}\`` : `</${path}:${id}>`;
    },
  };
}
