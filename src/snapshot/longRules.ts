/** A rule for people: long texts that a server sends in numbered parts are one value. */
export type ShownRule = { name: string; value: string };

/** How games number the parts of a text longer than 127 bytes (spec a2s case 111). Elsewhere a number is part of a name. */
const NUMBERED: readonly RegExp[] = [
  // Rust: description_00
  /^(description)_(\d{1,4})$/,
  // V Rising: desc0, settings0
  /^(desc|settings)(\d{1,4})$/,
  // Squad: LicenseSig1_s
  /^(LicenseSig)(\d{1,4})_s$/,
  // Project Zomboid: description:1/2; Arma 2: modNames:0-2
  /^(.+):(\d{1,4})[/-]\d{1,4}$/,
];

type NumberedPart = { base: string; number: number };

function numberedPart(name: string): NumberedPart | null {
  for (const form of NUMBERED) {
    const [, base, number] = form.exec(name) ?? [];
    if (base !== undefined && number !== undefined) {
      return { base, number: Number(number) };
    }
  }
  return null;
}

/**
 * The rules for people, in the order sent: numbered parts are joined in the order of their numbers, under the name they
 * share, where the first of them stood. The Snapshot keeps the rules as sent.
 */
export function joinLongRules(values: Readonly<Record<string, string>>): ShownRule[] {
  const parts = new Map<string, { number: number; value: string }[]>();
  const shown = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const part = numberedPart(name);
    if (part === null || part.base in values) {
      shown.set(name, value);
    } else {
      const others = parts.get(part.base) ?? [];
      parts.set(part.base, [...others, { number: part.number, value }]);
      shown.set(part.base, '');
    }
  }
  for (const [base, list] of parts) {
    const inOrder = list.toSorted((one, other) => one.number - other.number);
    shown.set(base, inOrder.map(({ value }) => value).join(''));
  }
  return [...shown].map(([name, value]) => ({ name, value }));
}
