/** Gives the turn back, or leaves the queue when it has not come yet. More than one call does no harm. */
export type Leave = () => void;

export type Turns = {
  /**
   * Calls `go` when it is `key`'s turn: at once when there is room, else in order of asking, urgent ones first.
   * `go` is never called after Leave, which it is given too, because it may run before `take` returns.
   */
  take(key: string, urgent: boolean, go: (leave: Leave) => void): Leave;
};

/** One who waits while `go` is there; afterwards inside, or gone. */
type Ticket = { go: ((leave: Leave) => void) | null; inside: boolean; leave: Leave };
/** First in, first out; what stands before `head` is done with. */
type Queue = { tickets: Ticket[]; head: number };
/** The queues are made when somebody has to wait. */
type Room = { inside: number; urgent: Queue | null; others: Queue | null };

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
      enter(room, ticket);
    }
    if (room?.inside === 0) {
      rooms.delete(key);
    }
  }

  return {
    take(key, urgent, go) {
      const room = rooms.get(key) ?? { inside: 0, urgent: null, others: null };
      rooms.set(key, room);
      const ticket: Ticket = {
        go,
        inside: false,
        leave() {
          ticket.go = null;
          if (ticket.inside) {
            ticket.inside = false;
            room.inside -= 1;
            fill(key);
          }
        },
      };
      if (nobodyWaits(room) && room.inside < size()) {
        enter(room, ticket);
      } else {
        queueOf(room, urgent).tickets.push(ticket);
        fill(key);
      }
      return ticket.leave;
    },
  };
}

function enter(room: Room, ticket: Ticket): void {
  const { go } = ticket;
  ticket.go = null;
  ticket.inside = true;
  room.inside += 1;
  go?.(ticket.leave);
}

const isOver = (queue: Queue | null): boolean =>
  queue === null || queue.head === queue.tickets.length;

const nobodyWaits = ({ urgent, others }: Room): boolean => isOver(urgent) && isOver(others);

function queueOf(room: Room, urgent: boolean): Queue {
  const kind = urgent ? 'urgent' : 'others';
  room[kind] ??= { tickets: [], head: 0 };
  return room[kind];
}

/** Takes out the first who still waits. */
function shift(queue: Queue | null): Ticket | undefined {
  if (queue === null) {
    return undefined;
  }
  let ticket = queue.tickets[queue.head];
  while (ticket && ticket.go === null) {
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
