import { parseAddress } from '#codec/master/address.ts';
import { blankRow, type ListRow } from './listRow.ts';

/**
 * One line of officialservers.ini, the list of official servers of ARK: Survival Evolved: an address without a port, and
 * maybe a name behind slashes (spec master section 10). Null for a line that does not begin with an address.
 */
export function arkOfficialRow(line: string): ListRow | null {
  const [, host = '', name = ''] = /^\s*([\d.]+)\s*(?:\/\/\s*(.*))?\s*$/.exec(line) ?? [];
  const address = parseAddress(host)?.address;
  return address === undefined
    ? null
    : { ...blankRow(address, null), name: name.replace(/\p{Cc}/gu, '').trim() || null };
}

/** Takes a text apart into lines while it comes; `end` gives what is left. */
export function createLines(): { feed(text: string): string[]; end(): string[] } {
  let rest = '';
  return {
    feed(text) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      return lines;
    },
    end: () => (rest === '' ? [] : [rest]),
  };
}
