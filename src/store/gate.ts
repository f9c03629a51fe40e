/** Lets work in while it is open. */
export type Gate = {
  /** Does the work; throws what `refusal` makes when the gate is closed. */
  whileOpen<T>(work: () => Promise<T>): Promise<T>;
  /** Closes it for good; resolves when all that was let in has ended. */
  close(): Promise<void>;
};

/** An open gate. */
export function createGate(refusal: () => Error): Gate {
  let isOpen = true;
  const running = new Set<Promise<unknown>>();
  return {
    async whileOpen(work) {
      if (!isOpen) {
        throw refusal();
      }
      const begun = work();
      running.add(begun);
      return begun.finally(() => running.delete(begun));
    },
    async close() {
      isOpen = false;
      await Promise.allSettled(running);
    },
  };
}
