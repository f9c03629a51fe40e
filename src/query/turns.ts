/** Gives the turn back, or leaves the queue when it has not come yet. More than one call does no harm. */
export type Leave = () => void;

export type Turns = {
  /**
   * Calls `go` when it is `key`'s turn: at once when there is room, else in order of asking, urgent ones first.
   * `go` is never called after Leave, which it is given too, because it may run before `take` returns.
   */
  take(key: string, urgent: boolean, go: (leave: Leave) => void): Leave;
};

type Line = { inside: number; urgent: Set<() => void>; others: Set<() => void> };

/** Queues by key: at most `room()` of a key are inside at once. A key without anybody costs no memory. */
export function createTurns(room: () => number): Turns {
  const lines = new Map<string, Line>();
  let draining = false;
  const toDrain: string[] = [];

  // A loop instead of recursion: a thousand that fail as soon as they go must not pile up on the stack.
  function drain(key: string): void {
    toDrain.push(key);
    if (draining) {
      return;
    }
    draining = true;
    try {
      for (let next = toDrain.pop(); next !== undefined; next = toDrain.pop()) {
        letIn(next);
      }
    } finally {
      draining = false;
    }
  }

  function letIn(key: string): void {
    const line = lines.get(key);
    while (line && line.inside < room()) {
      const go = first(line.urgent) ?? first(line.others);
      if (!go) {
        break;
      }
      line.urgent.delete(go);
      line.others.delete(go);
      line.inside += 1;
      go();
    }
    if (line && line.inside === 0 && lines.get(key) === line) {
      lines.delete(key);
    }
  }

  return {
    take(key, urgent, go) {
      const line = lines.get(key) ?? { inside: 0, urgent: new Set(), others: new Set() };
      lines.set(key, line);
      let state: 'waiting' | 'inside' | 'left' = 'waiting';
      const queue = urgent ? line.urgent : line.others;
      const enter = () => {
        state = 'inside';
        go(leave);
      };
      const leave = () => {
        if (state === 'inside') {
          line.inside -= 1;
        }
        queue.delete(enter);
        state = 'left';
        drain(key);
      };
      queue.add(enter);
      drain(key);
      return leave;
    },
  };
}

function first<T>(set: Set<T>): T | undefined {
  return set.values().next().value;
}
