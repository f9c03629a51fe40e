/** Which servers were seen, by addressKey. */
export type AddressSet = {
  /** False when it was there before. */
  add(key: number): boolean;
  readonly size: number;
};

const FIRST_SLOTS = 1_024;
const GROWTH = 4;
/** What a new table is full of: each key is kept one higher. */
const EMPTY = 0;

/**
 * A hash table of 16 to 64 bytes for each server. A Set makes an object of every number above 2^31, and takes four times as
 * long.
 */
export function createAddressSet(): AddressSet {
  let slots = new Float64Array(FIRST_SLOTS);
  let size = 0;

  /** Where it is kept, or where it would be. */
  function slotOf(kept: number): number {
    const last = slots.length - 1;
    let slot = hashOf(kept) & last;
    while (slots[slot] !== EMPTY && slots[slot] !== kept) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  function grow(): void {
    const old = slots;
    slots = new Float64Array(GROWTH * old.length);
    for (const kept of old) {
      if (kept !== EMPTY) {
        slots[slotOf(kept)] = kept;
      }
    }
  }

  return {
    get size() {
      return size;
    },
    add(key) {
      const kept = key + 1;
      const slot = slotOf(kept);
      if (slots[slot] === kept) {
        return false;
      }
      slots[slot] = kept;
      size += 1;
      if (2 * size > slots.length) {
        grow();
      }
      return true;
    },
  };
}

/** Mixed as in MurmurHash3, so that servers of one net or one host do not crowd in one place. */
function hashOf(kept: number): number {
  const address = Math.floor(kept / 0x1_0000);
  let hash = Math.imul(address, 0x9e37_79b1) ^ (kept - address * 0x1_0000);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return hash ^ (hash >>> 13);
}
