/** A name taken apart. */
export type ArkName = {
  /** Without the version. */
  title: string;
  /** Digits and dots; null when the name does not hold it, or when it was cut off. */
  version: string | null;
};

/** What an ARK server has for its name, in bytes (spec ark section 3). */
const NAME_BYTES = 63;
const SUFFIX = ' - (v';
const VERSION = /^([0-9]+(?:\.[0-9]+)*)(\)?)$/;
/** Whatever is left of " - (v123.4)" at the end of a name that was cut. */
const CUT_SUFFIX = / -(?: (?:\((?:v[0-9.]*)?)?)?$/;

/**
 * Takes "<name> - (v<version>)" apart at the last " - (v". A name that fills its 63 bytes may be cut anywhere in the
 * suffix: that tail is dropped and the version, of which digits may be missing, is null. `name` is the text as sent,
 * before anything is removed from it.
 */
export function splitArkName(name: string): ArkName {
  const full = Buffer.byteLength(name) === NAME_BYTES;
  const start = name.lastIndexOf(SUFFIX);
  const [, version, close] =
    start < 0 ? [] : (VERSION.exec(name.slice(start + SUFFIX.length)) ?? []);
  if (version !== undefined && (close === ')' || !full)) {
    return { title: name.slice(0, start), version };
  }
  const cut = full ? CUT_SUFFIX.exec(name) : null;
  return { title: cut === null ? name : name.slice(0, cut.index), version: null };
}
