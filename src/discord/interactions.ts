import type {
  AnySelectMenuInteraction,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  Interaction,
  ModalSubmitInteraction,
} from 'discord.js';
import type { TextKey, Translate } from '#text/texts.ts';
import { type Answer, askersLanguage, type Command, type Desk, type Opening } from './command.ts';
import { type ComponentOwner, readComponentId } from './componentId.ts';
import { type Cooldown, createCooldown } from './cooldown.ts';
import { deliver, refuse } from './deliverAnswer.ts';
import { LIMITS } from './limits.ts';
import { decodePageState } from './pages.ts';
import { createReplayGuard } from './replayGuard.ts';

const MINUTE_MS = 60_000;
/** What a whole guild and one channel's buttons may ask for, as a multiple of what one person may. */
const GUILD_SHARE = 5;
/** What asks no game server, as a multiple of the look-ups. */
const SETTINGS_SHARE = 3;

type Request =
  | ChatInputCommandInteraction
  | ButtonInteraction
  | AnySelectMenuInteraction
  | ModalSubmitInteraction;

/** Any command, once it is certain that the request comes from within its reach. */
type Reached = Omit<Extract<Command, { reach: 'anywhere' }>, 'reach'> & Pick<Command, 'reach'>;

const isWithinReach = ({ reach }: Reached, request: Interaction): boolean =>
  reach === 'anywhere' || request.inCachedGuild();

/** Discord asked for the rights of a command as the guild set them; those of a strict one are asked for here, too. */
const hasRights = ({ strict, rights = 0n }: Reached, { memberPermissions }: Interaction): boolean =>
  strict !== true || (memberPermissions?.has(rights) ?? false);

/**
 * Makes the one door for everything people do with the bot: find the command, drop what is stale, hold back who is too fast,
 * defer, answer, and turn any error into words. The function never rejects.
 */
export function createInteractions(parts: {
  commands: readonly Command[];
  desk: Desk;
  /** Look-ups one person may ask for in a minute. */
  lookupsPerMinute: number;
}): (interaction: Interaction) => Promise<void> {
  const { desk, lookupsPerMinute } = parts;
  const { log, now, texts } = desk;
  const commands = new Map<string, Reached>(
    parts.commands.map((command) => [command.name, command]),
  );
  const isReplay = createReplayGuard(now);
  const cooldown = (limit: number): Cooldown => createCooldown({ limit, perMs: MINUTE_MS, now });
  const paceOf = (limit: number) => ({
    people: cooldown(limit),
    guilds: cooldown(limit * GUILD_SHARE),
    channels: cooldown(limit * GUILD_SHARE),
  });
  const lookUps = paceOf(lookupsPerMinute);
  const settings = paceOf(lookupsPerMinute * SETTINGS_SHARE);

  /** Milliseconds this request has to wait; 0 = it may go on. */
  const wait = ({ looksUp }: Reached, request: Request): number => {
    const { people, guilds, channels } = looksUp || request.isModalSubmit() ? lookUps : settings;
    return (
      people.take(request.user.id) ||
      (request.isButton()
        ? channels.take(request.channelId)
        : guilds.take(request.guildId ?? request.channelId ?? ''))
    );
  };

  const askersTexts = (request: Interaction): Translate => texts.in(askersLanguage(request));

  /** Why this request is turned away, in words; null = it may go on. */
  const refusalOf = (command: Reached, request: Request, t: Translate): string | null => {
    if (!hasRights(command, request)) {
      return t('error.administratorsOnly');
    }
    const ms = wait(command, request);
    return ms > 0 ? t('cooldown.wait', { count: Math.ceil(ms / 1000) }) : null;
  };

  const give = async (request: Request, answer: Answer | Opening, t: Translate): Promise<void> => {
    if (!('opens' in answer)) {
      await deliver(request, answer, t, log);
    } else if (request.isModalSubmit()) {
      throw new TypeError('a form can not be answered with another form (spec discord I4)');
    } else {
      await request.showModal(answer.opens);
    }
  };

  const runCommand = async (ask: ChatInputCommandInteraction): Promise<void> => {
    const t = askersTexts(ask);
    const command = commands.get(ask.commandName);
    if (command === undefined) {
      return refuse(ask, t('error.unknownCommand'));
    }
    if (!isWithinReach(command, ask)) {
      return refuse(ask, t(ask.inGuild() ? 'error.starting' : 'error.serversOnly'));
    }
    const refusal = refusalOf(command, ask, t);
    return refusal === null ? give(ask, command.answer(ask, desk), t) : refuse(ask, refusal);
  };

  /** Has the command behind a button, a menu or a form answer it; `stale` says that there is none any more. */
  const take = async <R extends Exclude<Request, ChatInputCommandInteraction>>(
    request: R,
    id: ComponentOwner | null,
    handlerOf: (
      command: Reached,
    ) => ((subject: string, request: R, desk: Desk) => Answer | Opening) | undefined,
    stale: TextKey,
  ): Promise<void> => {
    const t = askersTexts(request);
    const command = id === null ? undefined : commands.get(id.command);
    const handle = command && handlerOf(command);
    if (
      id === null ||
      handle === undefined ||
      command === undefined ||
      !isWithinReach(command, request)
    ) {
      return refuse(request, t(stale));
    }
    const refusal = refusalOf(command, request, t);
    return refusal === null
      ? give(request, handle(id.subject, request, desk), t)
      : refuse(request, refusal);
  };

  const takeForm = (form: ModalSubmitInteraction): Promise<void> =>
    take(form, readComponentId('form', form.customId), ({ submit }) => submit, 'form.stale');

  const takeChoice = (menu: AnySelectMenuInteraction): Promise<void> =>
    take(menu, readComponentId('menu', menu.customId), ({ choose }) => choose, 'menu.stale');

  const takePress = (press: ButtonInteraction): Promise<void> => {
    const id = readComponentId('press', press.customId);
    return id === null ? turnPage(press) : take(press, id, ({ press }) => press, 'button.stale');
  };

  const turnPage = async (press: ButtonInteraction): Promise<void> => {
    const t = askersTexts(press);
    const state = decodePageState(press.customId);
    const command = state === null ? undefined : commands.get(state.command);
    if (state === null || command?.turn === undefined || !isWithinReach(command, press)) {
      return refuse(press, t('button.stale'));
    }
    if (state.userId !== press.user.id) {
      return refuse(press, t('button.notYours', { user: `<@${state.userId}>` }));
    }
    const refusal = refusalOf(command, press, t);
    if (refusal !== null) {
      return refuse(press, refusal);
    }
    const make = command.turn(state, press, desk);
    const answer: Answer | null = make === null ? null : { seenBy: 'same', make };
    return answer === null ? refuse(press, t('button.gone')) : deliver(press, answer, t, log);
  };

  const complete = async (ask: AutocompleteInteraction): Promise<void> => {
    const command = commands.get(ask.commandName);
    const reached = command !== undefined && isWithinReach(command, ask) && hasRights(command, ask);
    const choices = reached ? command.complete?.(ask, desk) : [];
    await ask.respond((choices ?? []).slice(0, LIMITS.choices));
  };

  return async (interaction) => {
    const facts = {
      interaction: interaction.id,
      guild: interaction.guildId,
      user: interaction.user.id,
    };
    if (isReplay(interaction.id)) {
      log.warn(facts, 'an interaction came too late or twice: left alone');
      return;
    }
    try {
      if (interaction.isAutocomplete()) {
        await complete(interaction);
      } else if (interaction.isChatInputCommand()) {
        await runCommand(interaction);
      } else if (interaction.isButton()) {
        await takePress(interaction);
      } else if (interaction.isAnySelectMenu()) {
        await takeChoice(interaction);
      } else if (interaction.isModalSubmit()) {
        await takeForm(interaction);
      }
    } catch (error) {
      log.error({ ...facts, err: error }, 'an interaction could not be answered');
    }
  };
}
