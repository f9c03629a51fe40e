/** A clock that goes on where `now` is set back, as machines' clocks are; for spans of time, not for dates (ms). */
export function steadyClock(now: () => number): () => number {
  let last = now();
  let behind = 0;
  return () => {
    const at = now();
    behind += Math.max(0, last - at);
    last = at;
    return at + behind;
  };
}
