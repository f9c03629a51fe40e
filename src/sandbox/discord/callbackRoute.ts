import { ApiError } from './apiError.ts';
import { INSTALL } from './asker.ts';
import { type Call, type Handlers, NO_CONTENT, ok } from './call.ts';
import { type CallbackForm, readCallbackForm } from './callbackRules.ts';
import { CALLBACK_TYPE, INTERACTION_TYPE, type Interaction } from './interaction.ts';
import { isExpired, isLate } from './interactionClock.ts';
import { tellInteraction } from './interactionEvent.ts';
import { MESSAGE_FLAG, MESSAGE_TYPE, type Post } from './message.ts';
import type { MessageForm } from './messageForm.ts';
import { PERMISSION } from './permissionBits.ts';
import { channelPermissions } from './permissions.ts';
import { createPost, editPost, type PostingContext, withAllFiles } from './posting.ts';
import { findChannel, postsOf } from './state.ts';
import { botBits, type Place, type World } from './world.ts';

/** First answers to interactions (spec sandbox section 4). */
export const callbackRoute: Handlers = {
  'POST /interactions/:interaction/:token/callback': (call, id, token) => {
    const interaction = answerable(call.world, id, token);
    const source = sourceOf(call.world, interaction);
    const form = readCallbackForm(call, interaction, source && withAllFiles(source));
    const post = apply(call, interaction, form, source);
    interaction.callback = form.type;
    interaction.status = form.type === CALLBACK_TYPE.deferred ? 'deferred' : 'answered';
    tellInteraction(call.world, interaction);
    return call.query.get('with_response') === 'true'
      ? ok(withResponse(interaction, form, post))
      : NO_CONTENT;
  },
};

/** Throws 10062 when it is unknown or 3 s are over, 50027 after 15 min, 40060 when it was answered. */
function answerable(world: World, id: string, token: string): Interaction {
  const interaction = world.state.interactions.get(token);
  if (interaction === undefined || interaction.id !== id) {
    throw new ApiError('unknownInteraction');
  }
  if (isExpired(interaction, world.now())) {
    throw new ApiError('expiredToken');
  }
  if (interaction.callback !== null) {
    throw new ApiError('alreadyAcknowledged');
  }
  if (isLate(interaction, world.now())) {
    throw new ApiError('unknownInteraction');
  }
  return interaction;
}

function apply(
  call: Call,
  interaction: Interaction,
  form: CallbackForm,
  source: Post | null,
): Post | null {
  const { world } = call;
  const { data } = form;
  switch (form.type) {
    case CALLBACK_TYPE.message:
      return answerWith(call, interaction, data as MessageForm);
    case CALLBACK_TYPE.deferred: {
      const flags = ((data.flags as number | undefined) ?? 0) & MESSAGE_FLAG.EPHEMERAL;
      return answerWith(call, interaction, { flags: flags | MESSAGE_FLAG.LOADING });
    }
    case CALLBACK_TYPE.deferredUpdate:
    case CALLBACK_TYPE.update:
      interaction.originalId = source?.message.id ?? null;
      if (source !== null && form.type === CALLBACK_TYPE.update) {
        editPost(
          world,
          interactionPlace(world, interaction),
          source,
          data as MessageForm,
          answerContext(call),
        );
      }
      return source;
    case CALLBACK_TYPE.choices:
      interaction.choices = (data.choices ?? []) as NonNullable<Interaction['choices']>;
      world.outlet.tell({
        kind: 'choices',
        interactionId: interaction.id,
        userId: interaction.userId,
        choices: interaction.choices,
      });
      return null;
    default:
      interaction.modal = data as NonNullable<Interaction['modal']>;
      world.outlet.tell({
        kind: 'modal',
        interactionId: interaction.id,
        userId: interaction.userId,
        modal: interaction.modal,
      });
      return null;
  }
}

function answerWith(call: Call, interaction: Interaction, form: MessageForm): Post {
  const post = postAnswer(call, interaction, form);
  interaction.originalId = post.message.id;
  return post;
}

/** A message made with the token of an interaction: reply or follow-up, ephemeral when its flags say so. */
export function postAnswer(call: Call, interaction: Interaction, form: MessageForm): Post {
  const { world } = call;
  const user = world.state.users.get(interaction.userId) ?? world.state.bot;
  const place = interactionPlace(world, interaction);
  const wanted = form.flags ?? 0;
  const flags = isGuest(world, place, interaction) ? wanted | MESSAGE_FLAG.EPHEMERAL : wanted;
  const ephemeral = (flags & MESSAGE_FLAG.EPHEMERAL) !== 0;
  const isCommand = interaction.type === INTERACTION_TYPE.command;
  const post = createPost(
    world,
    place,
    { ...form, flags },
    {
      ...answerContext(call),
      type:
        isCommand && interaction.originalId === null
          ? MESSAGE_TYPE.chatCommand
          : MESSAGE_TYPE.default,
      token: interaction.token,
      visibleTo: ephemeral ? interaction.userId : null,
      extra: {
        webhook_id: world.state.application.id,
        application_id: world.state.application.id,
        interaction_metadata: {
          id: interaction.id,
          type: interaction.type,
          user,
          authorizing_integration_owners: interaction.owners,
          ...(isCommand ? { name: interaction.label.replace(/^\//, '') } : {}),
        },
      },
    },
  );
  interaction.messageIds.push(post.message.id);
  return post;
}

/** An app that only the person installed answers for all to see only where the person may use external apps. */
function isGuest(
  world: World,
  { guild, channel }: Place,
  { owners, userId }: Interaction,
): boolean {
  const member = guild?.members.get(userId);
  return (
    guild !== null &&
    member !== undefined &&
    owners[INSTALL.guild] === undefined &&
    !(channelPermissions(guild, channel, member, world.now()) & PERMISSION.USE_EXTERNAL_APPS)
  );
}

/** Answers to interactions always have embeds and files, and mention users only (discord I11, I14). */
export function answerContext(call: Call): PostingContext {
  return {
    author: call.world.state.bot,
    files: call.files,
    embedsAllowed: true,
    mentionsByDefault: 'users',
  };
}

/** Where an interaction happened. Throws 10003 when the channel is gone. */
export function interactionPlace(world: World, interaction: Interaction): Place {
  const found = findChannel(world.state, interaction.channelId);
  if (found === null) {
    throw new ApiError('unknownChannel');
  }
  return { ...found, bits: botBits(world, found) };
}

/** The message whose component was used; ephemeral ones too. */
function sourceOf(world: World, interaction: Interaction): Post | null {
  return (
    postsOf(world.state, interaction.channelId).find(
      ({ message }) => message.id === interaction.sourceId,
    ) ?? null
  );
}

function withResponse(interaction: Interaction, form: CallbackForm, post: Post | null) {
  const flags = post?.message.flags ?? 0;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      ...(post === null
        ? {}
        : {
            response_message_id: post.message.id,
            response_message_loading: (flags & MESSAGE_FLAG.LOADING) !== 0,
            response_message_ephemeral: (flags & MESSAGE_FLAG.EPHEMERAL) !== 0,
          }),
    },
    ...(post === null ? {} : { resource: { type: form.type, message: post.message } }),
  };
}
