const ARMA_3 = 107410;
const DAYZ = 221100;
const DAYZ_EXPERIMENTAL = 1024020;

/** By bit number, as the games' stores call them. */
const ARMA_3_NAMES = [
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
  'Contact (Platform)',
  'Art of War',
];
const DAYZ_NAMES = ['Livonia', 'Frostline'];

const NAMES = new Map([
  [ARMA_3, ARMA_3_NAMES],
  [DAYZ, DAYZ_NAMES],
  [DAYZ_EXPERIMENTAL, DAYZ_NAMES],
]);

/**
 * The name of the DLC behind a bit of the binary rules (bit 0 is the lowest). A bit that is in no table is called by its
 * number, so that a new DLC is shown and breaks nothing (spec a2s case 113).
 */
export function dlcName(appId: number | null, bit: number): string {
  return NAMES.get(appId ?? 0)?.[bit] ?? `DLC ${bit + 1}`;
}
