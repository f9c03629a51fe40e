import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type InteractionEditReplyOptions,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { Logger } from 'pino';
import type { Translate } from '#text/texts.ts';
import type { Answer, Reply } from './command.ts';
import { type DiscordFailure, discordFailure } from './discordFailure.ts';
import { NO_MENTIONS } from './postStatus.ts';

type Request =
  | ChatInputCommandInteraction
  | ButtonInteraction
  | AnySelectMenuInteraction
  | ModalSubmitInteraction;

/** The longest an answer may take before the asker is told that it failed. */
const WORK_MS = 60_000;

const mentioning = { allowedMentions: { ...NO_MENTIONS } };

/** Answers at once with a sentence that only the asker sees. */
export async function refuse(request: Request, words: string): Promise<void> {
  await request.reply({ content: words, flags: MessageFlags.Ephemeral, ...mentioning });
}

/**
 * Defers at once, then makes the answer and shows it, and what comes later in its place. What goes wrong on the way becomes a sentence
 * with a number by which the log line is found.
 */
export async function deliver(
  request: Request,
  answer: Answer,
  t: Translate,
  log: Logger,
): Promise<void> {
  await defer(request, answer);
  const { make, later } = answer;
  await show(request, await made(request, make, t, log), t, log);
  const changed = later === undefined ? null : await madeLater(request, later, log);
  if (changed !== null) {
    await show(request, changed, t, log);
  }
}

/** What was shown first is worth more than an apology in its place. */
async function madeLater(
  request: Request,
  later: NonNullable<Answer['later']>,
  log: Logger,
): Promise<Reply | null> {
  try {
    return await later(AbortSignal.timeout(WORK_MS));
  } catch (error) {
    log.error({ interaction: request.id, err: error }, 'what was to come later never came');
    return null;
  }
}

async function show(request: Request, reply: Reply, t: Translate, log: Logger): Promise<void> {
  try {
    await request.editReply(editOf(reply));
  } catch (error) {
    const failure = discordFailure(error);
    log.error({ interaction: request.id, failure, err: error }, 'an answer was not taken');
    if (failure.kind === 'bad-form' || failure.kind === 'filtered') {
      await request.editReply(editOf(apology(request, t)));
    }
  }
}

async function defer(request: Request, { seenBy }: Answer): Promise<void> {
  if (seenBy !== 'same') {
    await request.deferReply(seenBy === 'asker' ? { flags: MessageFlags.Ephemeral } : undefined);
  } else if (request.isMessageComponent() || (request.isModalSubmit() && request.isFromMessage())) {
    await request.deferUpdate();
  } else {
    throw new TypeError(
      'an answer in the place of a message needs a button, a menu or a form of one',
    );
  }
}

async function made(
  request: Request,
  make: Answer['make'],
  t: Translate,
  log: Logger,
): Promise<Reply> {
  try {
    return await make(AbortSignal.timeout(WORK_MS));
  } catch (error) {
    log.error({ interaction: request.id, err: error }, 'an answer could not be made');
    const failure = failureOf(error);
    const troubled = failure?.kind === 'trouble' || failure?.kind === 'rate-limited';
    return troubled ? { content: t('error.discord') } : apology(request, t);
  }
}

/** Null when it was not Discord but a fault of ours. */
function failureOf(error: unknown): DiscordFailure | null {
  try {
    return discordFailure(error);
  } catch {
    return null;
  }
}

/** The interaction's id is in the log line, so whoever runs the bot finds it. */
const apology = (request: Request, t: Translate): Reply => ({
  content: t('error.internal', { reference: `\`${request.id}\`` }),
});

/** All parts are named, so that an edited page loses what it no longer has. */
const editOf = (reply: Reply): InteractionEditReplyOptions => ({
  content: reply.content ?? null,
  embeds: reply.embeds ?? [],
  components: reply.components ?? [],
  attachments: [],
  files: (reply.files ?? []).map(({ name, data }) => ({ name, attachment: data })),
  ...mentioning,
});
