import { type DecodeText, decodeUtf8 } from '#bytes/byteReader.ts';

/**
 * Text as it was sent: one character (U+0000 to U+00FF) a byte. The conversation runs with it, so that the code page can
 * be chosen afterwards from all the texts of one answer.
 */
export const rawText: DecodeText = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** How the texts of one server are read. */
export type ServerText = {
  /** Label of the code page, "utf-8" unless the person chose one or the bytes cannot be UTF-8. */
  encoding: string;
  /** True when the code page was guessed from the bytes. */
  guessed: boolean;
  /** Bytes to text as sent, control characters included. */
  decode: DecodeText;
  /** rawText to text as sent. */
  asSent: (raw: string) => string;
  /** rawText to a name, map or version for people: control characters (Unicode Cc) removed, nothing trimmed. */
  clean: (raw: string) => string;
};

const HIGH_BYTE = /[\x80-\xff]/;
const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
/** A character that lost its last bytes where a field was cut (spec a2s case 49). */
const CUT_AT_END = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/;
/** Three letters in a row in Windows-1251; Western text has accents one at a time (spec samp section 4). */
const CYRILLIC_RUN = /[\xc0-\xff\xa8\xb8]{3}/;

const bytesOf = (raw: string): Uint8Array => Buffer.from(raw, 'latin1');
/** The text without control characters (Unicode Cc); nothing is trimmed. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '');

/** UTF-8 with a broken place is still UTF-8: only more strange bytes than characters make another code page likely. */
function isUtf8(raw: string): boolean {
  const sequences = raw.match(UTF8_SEQUENCE)?.length ?? 0;
  const strange = raw.replace(UTF8_SEQUENCE, '').replace(CUT_AT_END, '');
  const strangeBytes = strange.match(/[\x80-\xff]/g)?.length ?? 0;
  return strangeBytes <= sequences;
}

function guessEncoding(samples: readonly string[]): string {
  if (samples.every(isUtf8)) {
    return 'utf-8';
  }
  return CYRILLIC_RUN.test(samples.join(' ')) ? 'windows-1251' : 'windows-1252';
}

/**
 * Chooses how one server's texts are read: the code page a person set for it, else UTF-8, else a guess between
 * Windows-1251 and 1252 from `samples` (rawText of its name, map and description). A single field that is UTF-8 after all
 * is read as UTF-8 even when the rest is not. Invalid bytes become U+FFFD, never an error (spec a2s case 117).
 */
export function serverText(samples: readonly string[], chosen?: string): ServerText {
  const encoding = chosen ?? guessEncoding(samples);
  const guessed = chosen === undefined && encoding !== 'utf-8';
  const codePage = new TextDecoder(encoding, { ignoreBOM: true });
  const decode: DecodeText = (bytes) => {
    if (encoding === 'utf-8' || (guessed && isUtf8(rawText(bytes)))) {
      return decodeUtf8(bytes);
    }
    return codePage.decode(bytes);
  };
  const asSent = (raw: string) => (HIGH_BYTE.test(raw) ? decode(bytesOf(raw)) : raw);
  return { encoding, guessed, decode, asSent, clean: (raw) => withoutControls(asSent(raw)) };
}
