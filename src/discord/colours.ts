/** Colours of embeds, by what they tell. */
export const COLOURS = {
  good: 0x3b_a5_5d,
  /** Answering again, but only just. */
  mending: 0x5b_a5_3b,
  attention: 0xf0_b2_32,
  bad: 0xed_42_45,
  plain: 0x58_65_f2,
  /** Nothing is known now, and nobody looks. */
  idle: 0x80_84_8e,
} as const;
