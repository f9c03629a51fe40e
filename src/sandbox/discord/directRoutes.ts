import { CreatePrivateChannelRequestSchema } from 'discord-api-spec/zod';
import { ApiError } from './apiError.ts';
import { type Handlers, ok } from './call.ts';
import { openDirect } from './directs.ts';
import { checkSchema, refuseUnplayed } from './schemaRules.ts';
import { channelFields } from './wire.ts';

/** Direct messages of the bot: opening the conversation works with everybody, only sending tells who takes them. */
export const directRoutes: Handlers = {
  'GET /users/:user': ({ world }, userId) => {
    const user = world.state.users.get(userId);
    if (user === undefined) {
      throw new ApiError('unknownUser');
    }
    return ok(user);
  },
  'POST /users/@me/channels': ({ world, body }) => {
    checkSchema(CreatePrivateChannelRequestSchema, body ?? {});
    refuseUnplayed((body ?? {}) as object, ['recipient_id']);
    const user = world.state.users.get((body as { recipient_id?: string }).recipient_id ?? '');
    if (user === undefined) {
      throw new ApiError('unknownUser');
    }
    if (user.bot) {
      throw new ApiError('cannotMessageUser');
    }
    return ok(channelFields(openDirect(world, world.state.bot, user)));
  },
};
