import { ApiError } from './apiError.ts';
import { breaksDiscord, componentErrors } from './componentRules.ts';
import { embedErrors } from './embedRules.ts';
import { type FormError, type FormPath, formError, refuseForm } from './formErrors.ts';
import { MESSAGE_FLAG, type Message } from './message.ts';
import type { MessageForm, UploadedFile } from './messageForm.ts';
import { type BodySchema, checkSchema, isRecord, refuseUnplayed } from './schemaRules.ts';

export type MessageCheck = {
  /** First layer; null when it was applied to a body around the message already. */
  schema: BodySchema | null;
  files: readonly UploadedFile[];
  /** The message that is edited, or null for a new one. */
  before: Message | null;
  /** Where the message stands in the body: ["data"] in a callback. */
  path?: FormPath;
  /** EPHEMERAL is allowed: an answer to an interaction. */
  interaction?: boolean;
};

const KEYS_OF_EVERY_MESSAGE = ['tts', 'enforce_nonce', 'nonce'];

/** Keys that discord.js adds to every message body (spec sandbox 1.6), and to a file that a message keeps. */
export const MESSAGE_KEYS_BESIDE_SCHEMA = [
  ...KEYS_OF_EVERY_MESSAGE,
  ...[
    'attachment',
    'name',
    'size',
    'url',
    'proxyURL',
    'height',
    'width',
    'contentType',
    'ephemeral',
    'duration',
    'flags',
  ].map((key) => `attachments.*.${key}`),
];

const PLAYED = [
  'content',
  'embeds',
  'components',
  'flags',
  'allowed_mentions',
  'attachments',
  'message_reference',
  ...KEYS_OF_EVERY_MESSAGE,
];

const MOST_CONTENT = 2000;
const MOST_FILES = 10;

/** Checks a message body in both layers and gives it back typed. Throws 50035, 50006; 500 where Discord breaks. */
export function readMessageForm(body: unknown, check: MessageCheck): MessageForm {
  if (check.schema !== null) {
    checkSchema(check.schema, body ?? {}, MESSAGE_KEYS_BESIDE_SCHEMA);
  }
  refuseUnplayed(body ?? {}, PLAYED);
  const form = withoutNulls((body ?? {}) as MessageForm);
  const path = check.path ?? [];
  refuseForm([
    ...contentErrors(form, path),
    ...embedErrors(form.embeds ?? [], [...path, 'embeds'], filenames(form, check)),
    ...componentErrors(form.components ?? [], [...path, 'components'], {
      v2: isV2(form, check.before),
      filenames: filenames(form, check),
    }),
    ...v2Errors(form, check, path),
    ...mentionErrors(form, [...path, 'allowed_mentions']),
    ...attachmentErrors(form, check, [...path, 'attachments']),
  ]);
  refuseFlags(form, check);
  if (breaksDiscord(form.components ?? [])) {
    throw new ApiError('serverError');
  }
  refuseEmpty(form, check);
  return form;
}

/** A null inside an embed or a component means the same as no key at all. */
function withoutNulls(form: MessageForm): MessageForm {
  return {
    ...form,
    ...(form.embeds ? { embeds: dropNulls(form.embeds) } : {}),
    ...(form.components ? { components: dropNulls(form.components) } : {}),
  };
}

function dropNulls<T>(value: T): T {
  const plain = (one: unknown): unknown => {
    if (Array.isArray(one)) {
      return one.map(plain);
    }
    return isRecord(one)
      ? Object.fromEntries(
          Object.entries(one).flatMap(([key, inner]) =>
            inner === null ? [] : [[key, plain(inner)]],
          ),
        )
      : one;
  };
  return plain(value) as T;
}

/** Whether the message is one of Components V2: by the flag of the body, or because it was one before. */
function isV2(form: MessageForm, before: Message | null): boolean {
  return (((form.flags ?? 0) | (before?.flags ?? 0)) & MESSAGE_FLAG.COMPONENTS_V2) !== 0;
}

function contentErrors(form: MessageForm, path: FormPath): FormError[] {
  return [...(form.content ?? '')].length > MOST_CONTENT
    ? [formError.maxLength([...path, 'content'], MOST_CONTENT)]
    : [];
}

function v2Errors(form: MessageForm, { before }: MessageCheck, path: FormPath): FormError[] {
  if (!isV2(form, before)) {
    return [];
  }
  const wasV2 = ((before?.flags ?? 0) & MESSAGE_FLAG.COMPONENTS_V2) !== 0;
  const removed =
    wasV2 && typeof form.flags === 'number' && !(form.flags & MESSAGE_FLAG.COMPONENTS_V2);
  const legacy = (['content', 'embeds'] as const).filter((key) => {
    const after = form[key] === undefined ? before?.[key] : form[key];
    return (after ?? '').length > 0;
  });
  return [
    ...legacy.map((key) =>
      formError.other(
        [...path, key],
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      ),
    ),
    ...(removed
      ? [
          formError.other(
            [...path, 'flags'],
            'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
            'The IS_COMPONENTS_V2 flag cannot be removed',
          ),
        ]
      : []),
  ];
}

function mentionErrors(form: MessageForm, path: FormPath): FormError[] {
  const allowed = form.allowed_mentions;
  return (['users', 'roles'] as const).flatMap((kind) =>
    allowed?.parse?.includes(kind) && (allowed[kind] ?? []).length > 0
      ? [
          formError.other(
            path,
            'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
            `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
          ),
        ]
      : [],
  );
}

function attachmentErrors(form: MessageForm, check: MessageCheck, path: FormPath): FormError[] {
  const known = [
    ...check.files.map(({ index }) => index),
    ...(check.before?.attachments ?? []).map(({ id }) => id),
  ];
  const kept = form.attachments
    ? form.attachments.filter(({ id }) => check.before?.attachments.some((one) => one.id === id))
        .length
    : (check.before?.attachments.length ?? 0);
  return [
    ...(kept + check.files.length > MOST_FILES ? [formError.maxLength(path, MOST_FILES)] : []),
    ...(form.attachments ?? []).flatMap(({ id }, index) =>
      known.includes(String(id))
        ? []
        : [
            formError.other(
              [...path, index, 'id'],
              'ATTACHMENT_NOT_FOUND',
              `Unknown attachment ${id}`,
            ),
          ],
    ),
  ];
}

/** Flags that this Discord does not carry are a slip of the bot. On an edit Discord ignores what cannot change. */
function refuseFlags(form: MessageForm, { before, interaction }: MessageCheck): void {
  const { SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS, COMPONENTS_V2, EPHEMERAL } = MESSAGE_FLAG;
  const known =
    SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | (interaction ? EPHEMERAL : 0);
  if (before === null && (form.flags ?? 0) & ~known) {
    throw new ApiError('unexpectedRequest', { message: `flags ${form.flags} cannot be sent` });
  }
}

function filenames(form: MessageForm, { files, before }: MessageCheck): string[] {
  const renamed = (form.attachments ?? []).flatMap(({ filename }) => filename ?? []);
  const kept = (before?.attachments ?? [])
    .filter(({ id }) => form.attachments?.some((row) => row.id === id) ?? true)
    .map(({ filename }) => filename);
  return [...files.map(({ filename }) => filename), ...renamed, ...kept];
}

function refuseEmpty(form: MessageForm, { files, before }: MessageCheck): void {
  const left = (key: 'embeds' | 'components' | 'attachments') =>
    (form[key] === undefined ? (before?.[key] ?? []) : (form[key] ?? [])).length > 0;
  const content = form.content === undefined ? (before?.content ?? '') : (form.content ?? '');
  const kept = before !== null && left('attachments');
  const something =
    content.trim() !== '' || files.length > 0 || kept || left('embeds') || left('components');
  if (!something) {
    throw new ApiError('emptyMessage');
  }
}
