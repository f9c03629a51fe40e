import type { Notice } from '#store/noticeDocument.ts';
import type { PersonDocument, Wish } from '#store/personDocument.ts';
import type { Unheard } from './statusView.ts';
import { partsOf } from './watchChange.ts';
import type { WishBook } from './wishBook.ts';
import { withEnded, withoutWishes } from './wishChange.ts';

type Change = (person: PersonDocument) => PersonDocument;

const changeRecipient = async (
  wishes: Pick<WishBook, 'change'>,
  { person, guildId }: Notice,
  change: Change,
): Promise<void> => {
  if (person !== null) {
    await wishes.change({ personId: person.id, guildId }, (before) => before && change(before));
  }
};

/** Saves that a person was told: what is told once is fulfilled. */
export function saveFulfilled(wishes: Pick<WishBook, 'change'>, notice: Notice): Promise<void> {
  const told = new Set(partsOf(notice).map(({ person }) => person?.wishId));
  const isDone = ({ id, occasion }: Wish) => told.has(id) && occasion.kind === 'back';
  return changeRecipient(wishes, notice, (person) => withoutWishes(person, isDone));
}

/** Saves why a person can not be told. Afterwards nobody waits for this notice, or for a part of it. */
export function saveUnheard(
  wishes: Pick<WishBook, 'change'>,
  notice: Notice,
  { why, hidden }: Unheard,
  now: number,
): Promise<void> {
  if (why === 'closed') {
    return changeRecipient(wishes, notice, (person) => ({
      ...person,
      closedSince: person.closedSince ?? now,
    }));
  }
  const watchIds = new Set(
    partsOf(notice)
      .filter(({ person }) => hidden.includes(person?.placeId ?? ''))
      .map(({ watchId }) => watchId),
  );
  const isMeant = ({ watchId }: Wish) => why === 'left' || watchIds.has(watchId);
  return changeRecipient(wishes, notice, (person) => withEnded(person, isMeant, { why, at: now }));
}
