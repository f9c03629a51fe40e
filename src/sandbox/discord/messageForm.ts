import type { AllowedMentions } from './mentions.ts';
import type { Component, Embed } from './message.ts';

/** A file of a multipart request. */
export type UploadedFile = {
  /** N of the part's name `files[N]`. */
  index: string;
  filename: string;
  contentType: string;
  bytes: Uint8Array;
};

/** The body of a request that makes or edits a message, after it was checked. */
export type MessageForm = {
  content?: string | null;
  embeds?: Embed[] | null;
  components?: Component[] | null;
  flags?: number | null;
  allowed_mentions?: AllowedMentions | null;
  attachments?: { id: string; filename?: string; title?: string; description?: string }[] | null;
  nonce?: string | number | null;
  enforce_nonce?: boolean | null;
  tts?: boolean | null;
  message_reference?: { message_id: string; fail_if_not_exists?: boolean } | null;
};
