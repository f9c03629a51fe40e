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
  const joined = Uint8Array.from(samples.flatMap(({ bytes }) => [...bytes, BLANK]));
  if (joined.every((byte) => byte < 0x80)) {
    return { encoding: 'utf-8', by: 'ascii' };
  }
  if (samples.every(isUtf8)) {
    return { encoding: 'utf-8', by: 'utf-8' };
  }
  const hinted = language === null ? null : codePageOfLanguage(language);
  return hinted === null
    ? { encoding: codePageByShape(joined), by: 'shape' }
    : { encoding: hinted, by: 'language' };
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
