/**
 * Which servers were seen, by addressKey: a hash table of 16 to 64 bytes for each. A Set makes an object of every number
 * above 2^31, and takes four times as long.
 */
export type AddressSet = { slots: Float64Array; size: number };

const FIRST_SLOTS = 1_024;
const GROWTH = 4;
/** What a new table is full of: each key is kept one higher. */
const EMPTY = 0;

/** With no server in it. */
export const createAddressSet = (): AddressSet => ({
  slots: new Float64Array(FIRST_SLOTS),
  size: 0,
});

/** Puts a server into the set; false when it was there before. */
export function addAddress(set: AddressSet, key: number): boolean {
  const kept = key + 1;
  const slot = slotOf(set.slots, kept);
  if (set.slots[slot] === kept) {
    return false;
  }
  set.slots[slot] = kept;
  set.size += 1;
  if (2 * set.size > set.slots.length) {
    set.slots = grown(set.slots);
  }
  return true;
}

function grown(old: Float64Array): Float64Array {
  const slots = new Float64Array(GROWTH * old.length);
  for (const kept of old) {
    if (kept !== EMPTY) {
      slots[slotOf(slots, kept)] = kept;
    }
  }
  return slots;
}

/** Where it is kept, or where it would be. */
function slotOf(slots: Float64Array, kept: number): number {
  const last = slots.length - 1;
  let slot = hashOf(kept) & last;
  while (slots[slot] !== EMPTY && slots[slot] !== kept) {
    slot = (slot + 1) & last;
  }
  return slot;
}

/** Mixed as in MurmurHash3, so that servers of one net or one host do not crowd in one place. */
function hashOf(kept: number): number {
  const address = Math.floor(kept / 0x1_0000);
  let hash = Math.imul(address, 0x9e37_79b1) ^ (kept - address * 0x1_0000);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return hash ^ (hash >>> 13);
}
