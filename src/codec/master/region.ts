/** The region byte of a query, by name (spec master section 2). */
export const REGIONS = {
  'us-east': 0x00,
  'us-west': 0x01,
  'south-america': 0x02,
  europe: 0x03,
  asia: 0x04,
  australia: 0x05,
  'middle-east': 0x06,
  africa: 0x07,
  anywhere: 0xff,
} as const;
export type Region = keyof typeof REGIONS;

const NAMES = new Map<number, Region>(
  Object.entries(REGIONS).map(([name, byte]) => [byte, name as Region]),
);

/** The name of a region byte; null for one that is not in the table, which is read as anywhere. */
export function regionName(byte: number): Region | null {
  return NAMES.get(byte) ?? null;
}

/** The byte for a name of the table, or for two hexadecimal digits such as "ff" or "03"; null for anything else. */
export function parseRegion(text: string): number | null {
  const wanted = text.toLowerCase();
  for (const [byte, name] of NAMES) {
    if (name === wanted) {
      return byte;
    }
  }
  return /^[0-9a-f]{2}$/.test(wanted) ? Number.parseInt(wanted, 16) : null;
}
