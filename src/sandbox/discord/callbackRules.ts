import {
  ApplicationCommandAutocompleteCallbackRequestSchema,
  CreateMessageInteractionCallbackRequestSchema,
  ModalInteractionCallbackRequestSchema,
  UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import type { Call } from './call.ts';
import type { CommandChoice } from './command.ts';
import { duplicateIds, placedIn } from './componentRules.ts';
import { type FormError, formError, refuseForm } from './formErrors.ts';
import { CALLBACK_TYPE, INTERACTION_TYPE, type Interaction } from './interaction.ts';
import { type Component, MESSAGE_FLAG, type Message } from './message.ts';
import { MESSAGE_KEYS_BESIDE_SCHEMA, readMessageForm } from './messageRules.ts';
import { checkSchema, isRecord } from './schemaRules.ts';
import { selectErrors } from './selectRules.ts';

/** A checked callback body. */
export type CallbackForm = { type: number; data: Record<string, unknown> };

const { message, deferred, deferredUpdate, update, choices, modal } = CALLBACK_TYPE;

/** Callback types by interaction type (discord I4); a modal may update only when a component opened it. */
const ALLOWED: Record<number, readonly number[]> = {
  [INTERACTION_TYPE.command]: [message, deferred, modal],
  [INTERACTION_TYPE.component]: [message, deferred, deferredUpdate, update, modal],
  [INTERACTION_TYPE.autocomplete]: [choices],
  [INTERACTION_TYPE.modal]: [message, deferred, deferredUpdate, update],
};

const MOST_CHOICE_VALUE = 100;
const MOST_MODAL_PARTS = 5;

/** Checks the body of a callback. Throws 50035 also for a type that does not fit the interaction. */
export function readCallbackForm(
  call: Call,
  interaction: Interaction,
  source: Message | null,
): CallbackForm {
  const body = isRecord(call.body) ? call.body : {};
  const fits = (ALLOWED[interaction.type] ?? []).filter(
    (one) => source !== null || (one !== update && one !== deferredUpdate),
  );
  const type = Number(body.type);
  if (!fits.includes(type)) {
    refuseForm([formError.choices(['type'], fits)]);
  }
  checkSchema(
    schemaOf(type),
    body,
    MESSAGE_KEYS_BESIDE_SCHEMA.map((key) => `data.${key}`),
  );
  const data = isRecord(body.data) ? body.data : {};
  return { type, data: checkedData(type, data, call, source) };
}

function checkedData(
  type: number,
  data: Record<string, unknown>,
  call: Call,
  source: Message | null,
): CallbackForm['data'] {
  if (type === message || type === update) {
    return readMessageForm(data, {
      schema: null,
      files: call.files,
      before: type === update ? source : null,
      path: ['data'],
      interaction: true,
    });
  }
  if (type === deferred) {
    refuseForm(deferralErrors(data));
  } else if (type === choices) {
    refuseForm(choiceErrors((data.choices ?? []) as CommandChoice[]));
  } else if (type === modal) {
    refuseForm(modalErrors((data.components ?? []) as Component[]));
  }
  return data;
}

/** A deferral carries only the EPHEMERAL flag (discord I5). */
function deferralErrors(data: Record<string, unknown>): FormError[] {
  const flags = Number(data.flags ?? 0);
  return flags & ~MESSAGE_FLAG.EPHEMERAL
    ? [formError.choices(['data', 'flags'], [MESSAGE_FLAG.EPHEMERAL])]
    : [];
}

function choiceErrors(given: readonly CommandChoice[]): FormError[] {
  return given.flatMap(({ value }, index) =>
    typeof value === 'string' && [...value].length > MOST_CHOICE_VALUE
      ? [formError.maxLength(['data', 'choices', index, 'value'], MOST_CHOICE_VALUE)]
      : [],
  );
}

function modalErrors(components: readonly Component[]): FormError[] {
  const path = ['data', 'components'];
  const placed = components.flatMap((part, index) => placedIn(part, [...path, index]));
  return [
    ...(components.length > MOST_MODAL_PARTS ? [formError.maxLength(path, MOST_MODAL_PARTS)] : []),
    ...(components.length === 0 ? [formError.minLength(path, 1)] : []),
    ...duplicateIds(placed),
    ...placed.flatMap(({ part, path: at }) => selectErrors(part, at)),
  ];
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
