import {
  IncomingWebhookInteractionRequestSchema,
  IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import { INSTALL } from './asker.ts';
import { type Answer, type Call, type Handlers, NO_CONTENT, ok } from './call.ts';
import { answerContext, interactionPlace, postAnswer } from './callbackRoute.ts';
import { CALLBACK_TYPE, type Interaction } from './interaction.ts';
import { isExpired } from './interactionClock.ts';
import { tellInteraction } from './interactionEvent.ts';
import type { Post } from './message.ts';
import { readMessageForm } from './messageRules.ts';
import { deletePost, editPost, withAllFiles } from './posting.ts';
import { postsOf } from './state.ts';
import type { World } from './world.ts';

const MOST_GUEST_FOLLOW_UPS = 5;

/** Follow-ups and edits by the token of an interaction (spec sandbox section 4). */
export const webhookRoutes: Handlers = {
  'POST /webhooks/:app/:token': (call, appId, token) => {
    return followUp(call, answered(call.world, appId, token));
  },
  'GET /webhooks/:app/:token/messages/:message': (call, appId, token, messageId) => {
    const interaction = answered(call.world, appId, token);
    return ok(tokenPost(call.world, interaction, messageId).message);
  },
  'PATCH /webhooks/:app/:token/messages/:message': (call, appId, token, messageId) => {
    const interaction = answered(call.world, appId, token);
    return edit(call, interaction, tokenPost(call.world, interaction, messageId));
  },
  'DELETE /webhooks/:app/:token/messages/:message': (call, appId, token, messageId) => {
    const interaction = answered(call.world, appId, token);
    const post = tokenPost(call.world, interaction, messageId);
    deletePost(call.world, interactionPlace(call.world, interaction), post);
    finish(call.world, interaction);
    return NO_CONTENT;
  },
};

/** Throws 10015 for an unknown token or before the first answer, 50027 after 15 min. */
function answered(world: World, appId: string, token: string): Interaction {
  const interaction = world.state.interactions.get(token);
  if (appId !== world.state.application.id || interaction === undefined) {
    throw new ApiError('unknownWebhook');
  }
  if (isExpired(interaction, world.now())) {
    throw new ApiError('expiredToken');
  }
  if (interaction.callback === null) {
    throw new ApiError('unknownWebhook');
  }
  return interaction;
}

/** A message that this token may touch; "@original" is the first answer. Throws 10008. */
function tokenPost(world: World, interaction: Interaction, messageId: string): Post {
  const id = messageId === '@original' ? interaction.originalId : messageId;
  const own = id === interaction.originalId || interaction.messageIds.includes(id ?? '');
  const post = postsOf(world.state, interaction.channelId).find(({ message }) => message.id === id);
  if (!own || post === undefined) {
    throw new ApiError('unknownMessage');
  }
  return post;
}

/** A follow-up right after a deferral fills the deferred message (discord I6). */
function followUp(call: Call, interaction: Interaction): Answer {
  if (interaction.status === 'deferred') {
    return edit(call, interaction, tokenPost(call.world, interaction, '@original'));
  }
  refuseSixth(interaction);
  const form = readMessageForm(call.body, {
    schema: IncomingWebhookInteractionRequestSchema,
    files: call.files,
    before: null,
    interaction: true,
  });
  return ok(postAnswer(call, interaction, form).message);
}

/** An app that only a person installed has five follow-ups (discord I9). Throws 40094. */
function refuseSixth({ owners, messageIds, originalId }: Interaction): void {
  const followUps = messageIds.filter((id) => id !== originalId).length;
  if (owners[INSTALL.guild] === undefined && followUps >= MOST_GUEST_FOLLOW_UPS) {
    throw new ApiError('followUpLimit');
  }
}

function edit(call: Call, interaction: Interaction, post: Post): Answer {
  const form = readMessageForm(call.body, {
    schema: IncomingWebhookUpdateRequestPartialSchema,
    files: call.files,
    before: withAllFiles(post),
    interaction: true,
  });
  editPost(call.world, interactionPlace(call.world, interaction), post, form, answerContext(call));
  finish(call.world, interaction);
  return ok(post.message);
}

function finish(world: World, interaction: Interaction): void {
  if (interaction.callback === CALLBACK_TYPE.deferred && interaction.status === 'deferred') {
    interaction.status = 'answered';
    tellInteraction(world, interaction);
  }
}
