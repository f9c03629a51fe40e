import { codePageByShape } from './codePageShape.ts';
import { codePageOfLanguage } from './languageHint.ts';
import type { TextEncoding } from './textEncoding.ts';

/** A text whose encoding is looked for. `caps` are the lengths in bytes at which a server cuts it, maybe inside a character. */
export type TextSample = { bytes: Uint8Array; caps?: readonly number[] };

/** The one encoding of a server's texts, and what decided it; "ascii" = nothing had to be decided. */
export type ChosenEncoding = {
  encoding: TextEncoding;
  by: 'ascii' | 'utf-8' | 'language' | 'shape';
};

const BLANK = 0x20;

/**
 * One encoding for all samples together: ASCII, else strict UTF-8 of each, else the code page that `language` (the bytes
 * in which a server names its language) hints at, else what the bytes look like (spec samp section 4). Never throws.
 */
export function chooseEncoding(
  samples: readonly TextSample[],
  language: Uint8Array | null = null,
): ChosenEncoding {
  if (samples.every(isAscii)) {
    return { encoding: 'utf-8', by: 'ascii' };
  }
  if (samples.every(isUtf8)) {
    return { encoding: 'utf-8', by: 'utf-8' };
  }
  const hinted = language === null ? null : codePageOfLanguage(language);
  return hinted === null
    ? { encoding: codePageByShape(joined(samples.map(({ bytes }) => bytes))), by: 'shape' }
    : { encoding: hinted, by: 'language' };
}

/**
 * The encoding of texts whose server names no language and cuts where it likes (A2S): UTF-8 while every text is mostly that,
 * else what they look like together.
 */
export function encodingByLooks(texts: readonly Uint8Array[]): TextEncoding {
  return texts.every(isMostlyUtf8) ? 'utf-8' : codePageByShape(joined(texts));
}

const joined = (texts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(texts.flatMap((text) => [...text, BLANK]));

const isAscii = ({ bytes }: TextSample): boolean => bytes.every((byte) => byte < 0x80);

const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
/** A character that lost its last bytes where a field was cut (spec a2s case 49). */
const CUT_AT_END = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/;

/** UTF-8 with a broken place is still UTF-8: only more strange bytes than characters make another code page likely. */
export function isMostlyUtf8(text: Uint8Array): boolean {
  const asSent = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1');
  const sequences = asSent.match(UTF8_SEQUENCE)?.length ?? 0;
  const strange = asSent.replace(UTF8_SEQUENCE, '').replace(CUT_AT_END, '');
  return (strange.match(/[\x80-\xff]/g)?.length ?? 0) <= sequences;
}

/** Whether a server had to cut this text, as far as its length tells. */
export function isCut({ bytes, caps }: TextSample): boolean {
  return caps?.includes(bytes.length) ?? false;
}

function isUtf8(sample: TextSample): boolean {
  try {
    // As a stream, an unfinished character at the end is no error; a wrong byte still is.
    new TextDecoder('utf-8', { fatal: true }).decode(sample.bytes, { stream: isCut(sample) });
    return true;
  } catch {
    return false;
  }
}
