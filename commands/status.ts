import { ApplicationCommandOptionType } from 'discord.js';
import { type Command, guildLanguage } from '#discord/command.ts';
import { completedOption, described, lookUpOptions } from '#discord/commandDefinition.ts';
import { lookUpEmbed } from '#discord/lookUp.ts';
import { withSteam } from '#discord/steamField.ts';
import { answerLookUp, completeLookUp } from './lookUpAnswer.ts';

/** /status: is the server up, who is on, how to join. */
export const status: Command = {
  name: 'status',
  about: 'command.status',
  group: 'look',
  reach: 'anywhere',
  looksUp: true,
  options: (texts) => [
    ...lookUpOptions(texts),
    completedOption(texts, 'encoding', 'option.encoding', false),
    {
      type: ApplicationCommandOptionType.Boolean,
      name: 'steam',
      ...described(texts, 'option.steam'),
    },
  ],
  answer: (ask, desk) =>
    answerLookUp(ask, desk, async (snapshot, _, known, signal) => {
      const t = desk.texts.in(guildLanguage(ask, desk));
      const embed = lookUpEmbed(snapshot, known, desk, t);
      const { target, gamePort, reason } = snapshot;
      const { address, port } = target;
      const asksSteam = ask.options.getBoolean('steam') === true && reason !== 'address-refused';
      if (!asksSteam || address === null) {
        return { embeds: [embed] };
      }
      const server = { address, port, gamePort };
      return { embeds: [withSteam(embed, await desk.finder.onSteam(server, signal), t)] };
    }),
  complete: completeLookUp,
};
