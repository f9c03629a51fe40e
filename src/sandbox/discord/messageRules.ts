import type { Message } from './message.ts';
import type { MessageForm, UploadedFile } from './messageForm.ts';
import { type BodySchema, checkSchema } from './schemaRules.ts';
import { ApiError } from './apiError.ts';

export type MessageCheck = {
  schema: BodySchema;
  files: readonly UploadedFile[];
  /** The message that is edited, or null for a new one. */
  before: Message | null;
};

/** Keys that discord.js adds to every message body, or that the schema forgot. */
const ALSO_KNOWN = ['tts', 'enforce_nonce', 'nonce'];

/** Checks a message body in both layers and gives it back typed. Throws 50035, 50006. */
export function readMessageForm(body: unknown, check: MessageCheck): MessageForm {
  checkSchema(check.schema, body ?? {}, ALSO_KNOWN);
  const form = (body ?? {}) as MessageForm;
  refuseEmpty(form, check);
  return form;
}

function refuseEmpty(form: MessageForm, { files, before }: MessageCheck): void {
  const left = (key: 'embeds' | 'components' | 'attachments') =>
    (form[key] === undefined ? (before?.[key] ?? []) : (form[key] ?? [])).length > 0;
  const content = form.content === undefined ? (before?.content ?? '') : (form.content ?? '');
  if (
    content.trim() === '' &&
    files.length === 0 &&
    !left('embeds') &&
    !left('components') &&
    !(before !== null && left('attachments'))
  ) {
    throw new ApiError('emptyMessage');
  }
}
