import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type BaseInteraction,
  type ButtonInteraction,
  ButtonStyle,
  ComponentType,
  PermissionFlagsBits,
} from 'discord.js';
import { COLOURS } from '#discord/colours.ts';
import { askersLanguage, type Desk, type Reply } from '#discord/command.ts';
import { cut } from '#discord/foreignText.ts';
import { LIMITS } from '#discord/limits.ts';
import { encodePageState, type PageServer, pageTarget } from '#discord/pages.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { addWatch } from './watchAdd.ts';
import { placeProblems, readPlacesHere } from './watchPlaces.ts';

type Guild = BaseInteraction<'cached'>;

const mayManage = ({ memberPermissions }: Guild): boolean =>
  memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;

/** A button that watches the server in this channel, for those who may manage the guild. */
export function watchButton(
  { host, port, game }: Target,
  snapshot: Snapshot,
  asker: Guild,
  t: Translate,
): APIActionRowComponent<APIButtonComponent>[] {
  const server = { kind: 'address', host, port: port ?? snapshot.target.port, game } as const;
  const id = encodePageState({ command: 'find', page: 0, userId: asker.user.id, server });
  return id === null || !mayManage(asker) || snapshot.reason === 'address-refused'
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              style: ButtonStyle.Primary,
              custom_id: id,
              label: cut(t('find.watch'), LIMITS.buttonLabel),
            },
          ],
        },
      ];
}

/** Watches the server of the button in the channel it was pressed in, status and notices alike, as /watch add does. */
export function watchFound(
  server: Extract<PageServer, { kind: 'address' }>,
  press: ButtonInteraction<'cached'>,
  desk: Desk,
): (signal: AbortSignal) => Promise<Reply> {
  const t = desk.texts.in(askersLanguage(press));
  const attention = (description: string): Reply => ({
    embeds: [{ description, color: COLOURS.attention }],
  });
  return async (signal) => {
    if (!mayManage(press)) {
      return { content: t('watch.notAllowed') };
    }
    const places = readPlacesHere(press);
    if (places === null) {
      return attention(t('error.starting'));
    }
    const problems = placeProblems(places, press.guildId, t);
    const target = pageTarget(server);
    return problems.length > 0
      ? attention(problems.join('\n\n'))
      : addWatch(press, { desk, t, target, places, joins: 'off', signal });
  };
}
