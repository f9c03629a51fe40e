/** gamedig's list alone: with its protocols, which few bots need, every start would take 40 MB and a tenth of a second more. */
const { games }: Pick<typeof import('gamedig'), 'games'> = await import(
  new URL('games.js', import.meta.resolve('gamedig')).href
);

/** One game as gamedig lists it. */
export type GamedigType = {
  /** gamedig's own type name, e.g. "minecraft". */
  id: string;
  name: string;
  /** Ids it had in older versions; people still type them. */
  oldIds: readonly string[];
  /** True when its servers speak A2S: those are asked by this project's own core, never through gamedig. */
  speaksA2s: boolean;
  /** True when its names may hold colour codes: ^1 in Quake's family, §a in Minecraft. */
  colourCodes: boolean;
  /** Port that players connect to. */
  port: number | null;
  /** Port that is asked when nobody names one. */
  queryPort: number | null;
  /** Query port minus game port, the likeliest first. */
  offsets: readonly number[];
};

/** gamedig's protocols that are A2S with additions of a game's own (7 Days to Die, DayZ, Squad). */
const A2S_PROTOCOLS = new Set(['valve', 'goldsrc', 'dayz', 'sdtd', 'squad']);

/** gamedig's protocols of games that write colours into names with ^ or §; it takes them out of a few only. */
const COLOURED_PROTOCOLS = new Set([
  'quake1',
  'quake2',
  'quake3',
  'doom3',
  'warsow',
  'xonotic',
  'savage2',
  'fivem',
  'minecraft',
]);

/** Protocols that need an account, a token or a guild id, which HOST:PORT does not give. */
const NEED_MORE_THAN_AN_ADDRESS = new Set([
  'discord',
  'farmingsimulator',
  'hawakening',
  'palworld',
]);

/** Names of the games that gamedig knows and that cannot be asked by address, by their type names. */
export const NOT_BY_ADDRESS: ReadonlyMap<string, string> = new Map(
  Object.entries(games)
    .filter(([, game]) => NEED_MORE_THAN_AN_ADDRESS.has(game.options.protocol))
    .map(([id, { name }]) => [id, name]),
);

/** Every game that gamedig can ask by address alone, under gamedig's own type names and titles. */
export const GAMEDIG_TYPES: readonly GamedigType[] = Object.entries(games)
  .filter(([, game]) => !NEED_MORE_THAN_AN_ADDRESS.has(game.options.protocol))
  .map(([id, { name, options, extra }]) => {
    const offsets = [options.port_query_offset ?? []].flat();
    const port = options.port ?? null;
    const first = offsets[0] ?? 0;
    return {
      id,
      name,
      oldIds: extra?.old_id === undefined ? [] : [extra.old_id],
      colourCodes: COLOURED_PROTOCOLS.has(options.protocol),
      speaksA2s: A2S_PROTOCOLS.has(options.protocol),
      port,
      queryPort: options.port_query ?? (port === null ? null : port + first),
      offsets:
        options.port_query !== undefined && port !== null ? [options.port_query - port] : offsets,
    };
  });
