/** The package ships types that its `exports` hide: here is what the tests use of it. */
declare module '@fabricio-191/valve-server-query' {
  class Filter {
    add(key: string, value: string | number | string[]): this;
    addFlag(flag: string): this;
  }
  export const MasterServer: {
    (options: {
      ip: string;
      port: number;
      quantity: number;
      region: string;
      filter?: Filter;
    }): Promise<string[]>;
    Filter: typeof Filter;
  };
}
