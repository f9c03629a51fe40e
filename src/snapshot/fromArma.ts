import { decodeBinaryRules } from '#codec/a2s/binaryRules.ts';
import { joinPages } from '#codec/a2s/rulePages.ts';
import type { RulePair } from '#codec/a2s/rules.ts';
import { type ServerText, withoutControls } from './serverText.ts';
import type { ArmaDetails } from './snapshot.ts';

/** Arma 3's DLCs in the order of their bits. */
const ARMA3_DLCS = [
  'Karts',
  'Marksmen',
  'Helicopters',
  'Zeus',
  'Apex',
  'Jets',
  'Laws of War',
  'Malden',
  'Tac-Ops',
  'Tanks',
  'Contact',
  'Contact Platform',
  'Art of War',
];

export type ArmaRules = {
  details: ArmaDetails | null;
  /** False when a page is missing, so that mods may be missing too. */
  complete: boolean;
  problems: string[];
};

/** Mods, signatures and DLCs from the binary pages of Arma 3 and DayZ rules (spec a2s case 113); no pages, no details. */
export function armaRules(pages: readonly RulePair[], text: ServerText): ArmaRules {
  const rules = pages.length === 0 ? null : decodeBinaryRules(pages, { decodeText: text.decode });
  if (rules === null) {
    return { details: null, complete: pages.length === 0, problems: [] };
  }
  const names = rules.difficulty === null ? [] : ARMA3_DLCS;
  return {
    details: {
      dlcs: rules.dlcs.map(({ bit, hash }) => names[bit] ?? `DLC ${hash}`),
      mods: rules.mods.map(({ name, steamId, dlc }) => ({
        name: withoutControls(name),
        workshopId: steamId === '0' ? null : steamId,
        dlc,
      })),
      signatures: rules.signatures,
    },
    complete: joinPages(pages).missing === null,
    problems: rules.problems,
  };
}
