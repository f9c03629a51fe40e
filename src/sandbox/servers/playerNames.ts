import type { Dice } from './seededRandom.ts';

/** Names as people really choose them: what breaks markdown, pings everybody, or is not Latin. */
export const DIFFICULT_NAMES = [
  '@everyone **x** https://discord.gg/x',
  'Дмитрий',
  '🔥Blaze🔥',
  '**Bold** _Move_',
  '||spoiler||',
  '<@&100000000000000001>',
  '`rm -rf`',
  '[free skins](https://example.invalid)',
  'Ведьма из Сибири',
  '名無しさん',
  '-=[ Ünïcödé ]=-',
  '# Headline',
  '> quoted',
  'ＷＩＤＥ　ＬＯＡＤ',
  '@here',
  'مرحبا',
] as const;

/** The name that several people at once really had on an ARK server (spec a2s case 92). */
export const SHARED_NAME = '123';

const FIRST = [
  'Silent',
  'Rusty',
  'Mad',
  'Lucky',
  'Salty',
  'Grim',
  'Tiny',
  'Captain',
  'Doctor',
  'Frozen',
  'Sneaky',
  'Angry',
  'Cosmic',
  'Old',
  'Swift',
  'Drunk',
] as const;

const SECOND = [
  'Badger',
  'Raptor',
  'Wolf',
  'Pickle',
  'Viking',
  'Pigeon',
  'Sniper',
  'Dodo',
  'Hammer',
  'Moose',
  'Otter',
  'Wizard',
  'Biscuit',
  'Hawk',
  'Ninja',
  'Potato',
] as const;

/** A name for somebody who arrives: now and then a difficult one, never one that is in `taken`. */
export function nameFor(chance: Dice, taken: ReadonlySet<string>): string {
  const wanted = chance.roll() < 0.25 ? chance.pick(DIFFICULT_NAMES) : inventedName(chance);
  if (!taken.has(wanted)) {
    return wanted;
  }
  let number = chance.whole(2, 99);
  while (taken.has(`${wanted} ${number}`)) {
    number += 1;
  }
  return `${wanted} ${number}`;
}

function inventedName(chance: Dice): string {
  return `${chance.pick(FIRST)}${chance.pick(SECOND)}`;
}
