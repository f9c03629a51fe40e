/** The part of gamedig 5.3.3 that the adapter uses; the package ships no types. Everything it answers is `unknown`. */
declare module 'gamedig' {
  export class GameDig {
    query(options: Record<string, unknown>): Promise<Record<string, unknown>>;
  }

  /** Protocol classes by name; all of them inherit from one that is not exported. */
  export const protocols: Readonly<Record<'valve', { prototype: { request: unknown } }>>;

  export const games: Readonly<
    Record<
      string,
      {
        name: string;
        options: {
          protocol: string;
          port?: number;
          port_query?: number;
          port_query_offset?: number | number[];
        };
        extra?: { old_id?: string };
      }
    >
  >;
}
