/** What becomes of each of several things. */
export type Difference<T, Field> = {
  added: readonly T[];
  changed: readonly { item: T; fields: readonly Field[] }[];
  removed: readonly T[];
  unchanged: readonly T[];
};

/** A thing as it is to be; `id` null = a twin of it, or a new one. */
type Wanted<W> = W & { id: string | null };

/** The same text for the same values, in whatever order their parts were written. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const fieldsApart = <W extends object>(old: W, wishes: W): (keyof W)[] =>
  (Object.keys(wishes) as (keyof W)[]).filter((name) => textOf(old[name]) !== textOf(wishes[name]));

/**
 * What becomes of each thing: it is the one of its id, while that `isSame`, else a twin of it that nothing else is. `newId` gives
 * ids where there is none, or one that is taken; `ids` learns what became of those that were wanted.
 */
export function differenceOf<T extends { id: string }, W extends object>(
  before: readonly T[],
  wanted: readonly Wanted<W>[],
  how: {
    newId: () => string;
    ids: Map<string, string>;
    isSame: (item: T, wish: W) => boolean;
    isTwin: (item: T, wish: W) => boolean;
    made: (id: string, wishes: W) => T;
    kept: (item: T, wishes: W) => T;
    wishesOf: (item: T) => W;
  },
): { all: T[]; difference: Difference<T, keyof W> } {
  const { newId, ids, isSame, isTwin, made, kept, wishesOf } = how;
  const byId = (wish: Wanted<W>): T | undefined =>
    before.find((item) => item.id === wish.id && isSame(item, wish));
  const meant = new Set(wanted.map(byId));
  const free = new Set(before.filter((item) => !meant.has(item)));
  const taken = new Set(before.map(({ id }) => id));

  const judged = wanted.map((wish) => {
    const { id: given, ...rest } = wish;
    const wishes = rest as unknown as W;
    const old = byId(wish) ?? [...free].find((item) => isTwin(item, wish));
    const id = old?.id ?? (given !== null && !taken.has(given) ? given : newId());
    taken.add(id);
    ids.set(given ?? id, id);
    if (old === undefined) {
      return { item: made(id, wishes), isNew: true, fields: [] };
    }
    free.delete(old);
    return { item: kept(old, wishes), isNew: false, fields: fieldsApart(wishesOf(old), wishes) };
  });
  const stays = new Set(judged.map(({ item }) => item.id));
  const itemsOf = (those: typeof judged): T[] => those.map(({ item }) => item);
  return {
    all: itemsOf(judged),
    difference: {
      added: itemsOf(judged.filter(({ isNew }) => isNew)),
      changed: judged.filter(({ fields }) => fields.length > 0),
      removed: before.filter(({ id }) => !stays.has(id)),
      unchanged: itemsOf(judged.filter(({ isNew, fields }) => !isNew && fields.length === 0)),
    },
  };
}
