/** One entry of a player list as gamedig tells it; null for what the game does not publish. */
export type GamedigPlayer = {
  name: string;
  score: number | null;
  seconds: number | null;
  ping: number | null;
};

/** What gamedig found, with everything that it fills in by itself taken out again. */
export type GamedigAnswer = {
  name: string | null;
  map: string | null;
  version: string | null;
  online: number | null;
  max: number | null;
  bots: number | null;
  /** True only when the server says so: gamedig's false is also its answer for "not published". */
  password: true | null;
  players: GamedigPlayer[];
  /** Values that the protocol publishes besides, as text. */
  rules: Record<string, string>;
  gamePort: number | null;
  pingMs: number | null;
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

function text(value: unknown): string | null {
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found !== '' && found !== 'undefined' ? found : null;
}

function number(value: unknown): number | null {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

function count(value: unknown): number | null {
  const found = number(value);
  return found === null || found < 0 ? null : Math.trunc(found);
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1';

/** The first of the names under which protocols file the same thing. */
function first(fields: Fields, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined);
}

/** An entry that says nothing at all is gamedig's filling up to the count, not a player. */
function isInvented(entry: Fields): boolean {
  return text(entry.name) === null && Object.keys(fieldsOf(entry.raw)).length === 0;
}

function player(entry: Fields): GamedigPlayer {
  const raw = fieldsOf(entry.raw);
  return {
    name: text(entry.name) ?? '',
    score: number(first(raw, ['score', 'frags', 'points', 'kills'])),
    seconds: count(first(raw, ['time', 'seconds'])),
    ping: count(raw.ping),
  };
}

function playersIn(list: unknown): GamedigPlayer[] {
  return Array.isArray(list)
    ? list
        .map(fieldsOf)
        .filter((entry) => !isInvented(entry))
        .map(player)
    : [];
}

/** Plain values only: what is nested in `raw` has another shape in every protocol. */
function scalarsOf(fields: Fields): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(fields)) {
    if (['string', 'number', 'boolean'].includes(typeof value) && name !== '') {
      found[name] = String(value);
    }
  }
  return found;
}

/** The port behind the last colon of "host:port"; other forms (links) are not ports to join. */
function portOf(connect: unknown): number | null {
  const port = Number(/^[^/]*:(\d{1,5})$/.exec(text(connect) ?? '')?.[1] ?? 0);
  return port >= 1 && port <= 65_535 ? port : null;
}

/** Reads gamedig's result, whatever it holds. A value of the wrong kind is left out. Never throws. */
export function readGamedigAnswer(result: unknown): GamedigAnswer {
  const state = fieldsOf(result);
  const raw = fieldsOf(state.raw);
  const humans = playersIn(state.players);
  const bots = playersIn(state.bots);
  const told = count(state.numplayers);
  const listed = humans.length + bots.length;
  return {
    name: text(state.name),
    map: text(state.map),
    version: text(state.version),
    // 0 is where gamedig starts: with a list beside it, nobody ever counted.
    online: told === 0 && listed > 0 ? listed : told,
    max: count(state.maxplayers) || null,
    bots: count(raw.numbots) ?? (bots.length > 0 ? bots.length : null),
    password: isTrue(state.password) ? true : null,
    players: [...humans, ...bots],
    rules: scalarsOf(isFields(raw.rules) ? raw.rules : raw),
    gamePort: portOf(state.connect),
    pingMs: count(state.ping) || null,
  };
}
