import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';
import { askersLanguage, type Command } from '#discord/command.ts';
import { described, subcommand } from '#discord/commandDefinition.ts';
import { answerExport } from './configExport.ts';
import { answerImport, pressImport } from './configImport.ts';
import { openWipe, submitWipe } from './configWipe.ts';
import { forAsker } from './managers.ts';

const NAME = 'config';

/** /config: the whole set-up of the guild as a file, from a file, or away. For administrators, whatever the guild's settings say. */
export const config: Command = {
  name: NAME,
  about: 'command.config',
  group: 'run',
  reach: 'guild',
  rights: PermissionFlagsBits.Administrator,
  strict: true,
  looksUp: true,
  options: (texts) => [
    subcommand(texts, 'export', 'command.config.export'),
    subcommand(texts, 'import', 'command.config.import', [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        ...described(texts, 'option.configFile'),
        required: true,
      },
    ]),
    subcommand(texts, 'wipe', 'command.config.wipe'),
  ],
  answer(ask, desk) {
    switch (ask.options.getSubcommand()) {
      case 'import':
        return forAsker(ask, desk, (t, signal) => answerImport(ask, { desk, t, signal }));
      case 'wipe':
        return openWipe(ask.guild, NAME, desk.texts.in(askersLanguage(ask)));
      default:
        return forAsker(ask, desk, (t) => answerExport(ask, desk, t));
    }
  },
  press: pressImport,
  submit: (_, form, desk) => submitWipe(form, desk),
};
