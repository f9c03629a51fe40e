/** Gives the turn back, or leaves the queue when it has not come yet. More than one call does no harm. */
export type Leave = () => void;

export type Turns = {
  /**
   * Calls `go` when it is `key`'s turn: at once when there is room, else in order of asking, urgent ones first.
   * `go` is never called after Leave, which it is given too, because it may run before `take` returns.
   */
  take(key: string, urgent: boolean, go: (leave: Leave) => void): Leave;
};

/** One who waits; null once let in or gone. */
type Ticket = { enter: (() => void) | null };
/** First in, first out; what stands before `head` is done with. */
type Queue = { tickets: Ticket[]; head: number };
type Room = { inside: number; urgent: Queue; others: Queue };

/** Queues by key: at most `size()` of a key are inside at once. A key without anybody costs no memory. */
export function createTurns(size: () => number): Turns {
  const rooms = new Map<string, Room>();
  const toFill: string[] = [];
  let filling = false;

  // A loop instead of recursion: a thousand that fail as soon as they go must not pile up on the stack.
  function fill(key: string): void {
    toFill.push(key);
    if (filling) {
      return;
    }
    filling = true;
    try {
      for (let next = toFill.pop(); next !== undefined; next = toFill.pop()) {
        letIn(next);
      }
    } finally {
      filling = false;
    }
  }

  function letIn(key: string): void {
    const room = rooms.get(key);
    while (room && room.inside < size()) {
      const ticket = shift(room.urgent) ?? shift(room.others);
      if (!ticket) {
        break;
      }
      room.inside += 1;
      ticket.enter?.();
    }
    if (room?.inside === 0) {
      rooms.delete(key);
    }
  }

  return {
    take(key, urgent, go) {
      const room = rooms.get(key) ?? { inside: 0, urgent: emptyQueue(), others: emptyQueue() };
      rooms.set(key, room);
      let inside = false;
      const ticket: Ticket = {
        enter() {
          ticket.enter = null;
          inside = true;
          go(leave);
        },
      };
      const leave = () => {
        ticket.enter = null;
        if (inside) {
          inside = false;
          room.inside -= 1;
          fill(key);
        }
      };
      (urgent ? room.urgent : room.others).tickets.push(ticket);
      fill(key);
      return leave;
    },
  };
}

function emptyQueue(): Queue {
  return { tickets: [], head: 0 };
}

/** Takes out the first who still waits. */
function shift(queue: Queue): Ticket | undefined {
  let ticket = queue.tickets[queue.head];
  while (ticket && ticket.enter === null) {
    queue.head += 1;
    ticket = queue.tickets[queue.head];
  }
  if (ticket) {
    queue.head += 1;
  }
  // Half of it at least is done with: the copy is paid by those who left.
  if (queue.head * 2 >= queue.tickets.length) {
    queue.tickets = queue.tickets.slice(queue.head);
    queue.head = 0;
  }
  return ticket;
}
