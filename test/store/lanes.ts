/** What is written at the same time: each lane has a guild, servers and notices of its own. */
export const LANES = [0, 1, 2, 3, 4, 5] as const;
export const DAY = '2026-11-30';

export const guildOfLane = (lane: number): string => `10000000000000000${lane}`;

/** Their history is written together, all or none. */
export const serversOfLane = (lane: number): string[] =>
  Array.from({ length: 30 }, (_, n) => `a2s/lane${lane}host${n}:1`);
