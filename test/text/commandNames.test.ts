import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { allCommands } from '#commands/allCommands.ts';
import { commandDefinition } from '#discord/commandDefinition.ts';
import type { CommandOption } from '#sandbox/discord/command.ts';
import { readCommandForms } from '#sandbox/discord/commandRules.ts';
import { commandSize } from '#sandbox/discord/commandSize.ts';
import { CATALOGUES, createTexts, type Language } from '#text/texts.ts';

const texts = createTexts();
const definitions = allCommands.map((command) => commandDefinition(command, texts));
const MOST_SIZE = 8000;
const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;

/** The options that people fill in, with the command they belong to. */
function fields(path: string, options: readonly CommandOption[] = []): [string, CommandOption][] {
  return options.flatMap((option): [string, CommandOption][] => {
    const inner = `${path} ${option.name}`;
    return [Subcommand, SubcommandGroup].includes(option.type)
      ? fields(inner, option.options)
      : [[path, option]];
  });
}

const all = definitions.flatMap(({ name, options }) =>
  fields(`/${name}`, options as CommandOption[] | undefined),
);
const namesIn = (language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(CATALOGUES[language]).filter(([key]) => /^(name|commandName)\./.test(key)),
  );

describe('names of commands and options', () => {
  it('are taken by Discord in every language: letters, clashes, sizes', () => {
    expect(() => readCommandForms(definitions)).not.toThrow();
    for (const definition of definitions) {
      const { name } = definition;
      expect({ name, fits: commandSize(definition as never) <= MOST_SIZE }).toEqual({
        name,
        fits: true,
      });
    }
  });

  it.each(all)('%s: every option is named in src/text/*/names.ts', (_, { name }) => {
    expect(namesIn('en')[`name.${name}`], `add 'name.${name}' to names.ts of each language`).toBe(
      name,
    );
  });

  it('are those that exist: none is named that nobody has', () => {
    const options = new Set(all.map(([, { name }]) => `name.${name}`));
    const commands = new Set(allCommands.map(({ name }) => `commandName.${name}`));
    const unknown = Object.keys(namesIn('en')).filter(
      (key) => !options.has(key) && !commands.has(key),
    );
    expect(unknown).toEqual([]);
  });

  it.each(['ru', 'pt-BR'] as const)('are in %s what its texts call them', (language) => {
    const renamed = Object.entries(namesIn(language))
      .map(([key, there]) => [key.slice(key.indexOf('.') + 1), there] as const)
      .filter(([name, there]) => name !== there)
      .flatMap(([name]) => [`\`${name}\``, ` /${name} `, ` /${name}.`]);
    for (const [key, text] of Object.entries(CATALOGUES[language])) {
      expect({ key, said: renamed.filter((name) => text.includes(name)) }).toEqual({
        key,
        said: [],
      });
    }
  });

  it('reach Discord in Russian and Portuguese', () => {
    const [, server] =
      all.find(([path, { name }]) => path === '/watch add' && name === 'server') ?? [];
    expect(server?.name_localizations).toEqual({ ru: 'сервер', 'pt-BR': 'servidor' });
    const players = definitions.find(({ name }) => name === 'players');
    expect(players?.name_localizations).toEqual({ ru: 'игроки', 'pt-BR': 'jogadores' });
    expect(definitions.find(({ name }) => name === 'watch')?.name_localizations).toBeUndefined();
  });
});
