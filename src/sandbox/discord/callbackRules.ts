import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import type { Call } from './call.ts';
import { formError, refuseForm } from './formErrors.ts';
import { CALLBACK_TYPE, INTERACTION_TYPE, type Interaction } from './interaction.ts';
import type { Message } from './message.ts';
import { checkSchema, isRecord } from './schemaRules.ts';

/** A checked callback body. */
export type CallbackForm = { type: number; data: Record<string, unknown> | null };

const { message, deferred, deferredUpdate, update, choices, modal } = CALLBACK_TYPE;

/** Callback types by interaction type (discord I4); a modal may update only when a component opened it. */
const ALLOWED: Record<number, readonly number[]> = {
  [INTERACTION_TYPE.command]: [message, deferred, modal],
  [INTERACTION_TYPE.component]: [message, deferred, deferredUpdate, update, modal],
  [INTERACTION_TYPE.autocomplete]: [choices],
  [INTERACTION_TYPE.modal]: [message, deferred, deferredUpdate, update],
};

/** Checks the body of a callback. Throws 50035 also for a type that does not fit the interaction. */
export function readCallbackForm(
  call: Call,
  interaction: Interaction,
  source: Message | null,
): CallbackForm {
  const body = isRecord(call.body) ? call.body : {};
  const type = body.type;
  const fits = ALLOWED[interaction.type]?.filter(
    (one) => source !== null || (one !== update && one !== deferredUpdate),
  );
  if (typeof type !== 'number' || !fits?.includes(type)) {
    refuseForm([formError.choices(['type'], fits ?? [])]);
  }
  checkSchema(schemaOf(Number(type)), body, ['data.tts', 'data.enforce_nonce', 'data.nonce']);
  return { type: Number(type), data: isRecord(body.data) ? body.data : null };
}

function schemaOf(type: number) {
  switch (type) {
    case deferredUpdate:
    case update:
      return UpdateMessageInteractionCallbackRequestSchema;
    case choices:
      return ApplicationCommandAutocompleteCallbackRequestSchema;
    case modal:
      return ModalInteractionCallbackRequestSchema;
    default:
      return CreateMessageInteractionCallbackRequestSchema;
  }
}
