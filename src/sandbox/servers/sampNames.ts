const FIRST = [
  'Lars',
  'Carl',
  'Dmitri',
  'Ana',
  'Tony',
  'Maria',
  'Ivan',
  'Paulo',
  'Big',
  'Elena',
  'Radu',
  'Sweet',
  'Joao',
] as const;
const LAST = [
  'Vegas',
  'Johnson',
  'Petrov',
  'Silva',
  'Soprano',
  'Santos',
  'Smoke',
  'Ionescu',
  'Costa',
  'Harris',
  'Sidorov',
  'Lopez',
] as const;

/** Names that are legal on a SA:MP server and hard on whoever shows them (spec samp cases 25, 26). */
const DIFFICULT = ['@everyone', '_italic_', '[TAG]$hot=(x)', 'a_b_c_d', '@here'] as const;

/** So many different names as people on role-play servers carry them. */
export function sampNames(count: number): string[] {
  const invented = LAST.flatMap((last) => FIRST.map((first) => `${first}_${last}`));
  return [...DIFFICULT, ...invented].slice(0, count);
}

/** A name as the game lets it in: no blanks, something in every place, short. */
export function sampNick(name: string): string {
  return name.trim().replaceAll(' ', '_').slice(0, 24) || '_';
}
