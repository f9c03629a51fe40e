/** What the benchmark and the tests use of packages that ship no types, or types that do not fit. */

declare module '@fabricio-191/valve-server-query' {
  class Filter {
    add(key: string, value: string | number | string[]): this;
    addFlag(flag: string): this;
  }
  type Options = { ip: string; port: number; timeout?: number; enableWarns?: boolean };
  export const MasterServer: {
    (
      options: Options & { quantity: number | 'all'; region: string; filter?: Filter },
    ): Promise<string[]>;
    Filter: typeof Filter;
  };
  export function Server(options: Options): Promise<{
    getInfo(): Promise<{ name: string; map: string }>;
    getPlayers(): Promise<{ name: string; score: number }[]>;
    getRules(): Promise<Record<string, string | number | boolean>>;
    disconnect(): void;
  }>;
  const valve: { MasterServer: typeof MasterServer; Server: typeof Server };
  export default valve;
}

declare module 'source-server-query' {
  export class SourceQuerySocket {
    info(address: string, port: number, timeoutMs: number): Promise<{ name: string; map: string }>;
    players(
      address: string,
      port: number,
      timeoutMs: number,
    ): Promise<{ name: string; score: number }[]>;
    rules(
      address: string,
      port: number,
      timeoutMs: number,
    ): Promise<{ name: string; value: string }[]>;
    close(): void;
  }
}

declare module 'samp-query' {
  type Response = {
    hostname: string;
    gamemode: string;
    players: { name: string; score: number; ping: number }[];
    rules: Record<string, string | number | boolean>;
  };
  export default function query(
    options: { host: string; port: number; timeout: number },
    callback: (error: unknown, response?: Response) => void,
  ): void;
}
