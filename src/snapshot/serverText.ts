import { type DecodeText, decodeUtf8 } from '#bytes/byteReader.ts';
import { rawBytes } from '#bytes/rawText.ts';
import { encodingByLooks, isMostlyUtf8 } from '#codec/text/chooseEncoding.ts';
import type { TextEncoding } from '#codec/text/textEncoding.ts';

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
/** A control character, or one that has to be decoded first. */
const NOT_PLAIN = /[^\x20-\x7e]/;

/** The text without control characters (Unicode Cc); nothing is trimmed. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, '');

/**
 * Chooses how one server's texts are read: the code page a person set for it, else UTF-8, else what `samples` (rawText of
 * its name, map and description) look like (codec/text). A single field that is UTF-8 after all is read as UTF-8 even when
 * the rest is not. Invalid bytes become U+FFFD, never an error (spec a2s case 117).
 */
export function serverText(samples: readonly string[], chosen?: string): ServerText {
  const encoding = chosen ?? looksOf(samples);
  const guessed = chosen === undefined && encoding !== 'utf-8';
  const decodePage = encoding === 'utf-8' ? decodeUtf8 : decoderOf(encoding);
  const decode: DecodeText = (bytes) =>
    guessed && isMostlyUtf8(bytes) ? decodeUtf8(bytes) : decodePage(bytes);
  const asSent = (raw: string) => (HIGH_BYTE.test(raw) ? decode(rawBytes(raw)) : raw);
  const clean = (raw: string) => (NOT_PLAIN.test(raw) ? withoutControls(asSent(raw)) : raw);
  return { encoding, guessed, decode, asSent, clean };
}

/** Throws RangeError for an unknown label: what a person typed was checked before. */
function decoderOf(encoding: string): DecodeText {
  const codePage = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes) => codePage.decode(bytes);
}

function looksOf(samples: readonly string[]): TextEncoding {
  return samples.some((raw) => HIGH_BYTE.test(raw))
    ? encodingByLooks(samples.map(rawBytes))
    : 'utf-8';
}
