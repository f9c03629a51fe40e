import { createHostPace, type HostPace } from './hostPace.ts';

/** How SA:MP servers are asked without running into the flood limits before them (spec samp section 5). */
export type SampPacing = {
  /** Datagrams to one address, all its servers together, polling or not. */
  host: HostPace;
  /** Least time between two datagrams of one opcode to one server, in ms. */
  sameOpcodeMs: number;
  /** How long one try waits for its answer at most, in ms; less when the deadline leaves less. */
  tryMs: number;
};

/**
 * Three datagrams a second to a host (by `host`, when others count there too), 300 ms between two of one opcode, 1.5 s a
 * try. One for all conversations.
 */
export function createSampPacing(
  options: { host?: HostPace; perSecond?: number; sameOpcodeMs?: number; tryMs?: number } = {},
): SampPacing {
  return {
    host: options.host ?? createHostPace(options.perSecond ?? 3),
    sameOpcodeMs: options.sameOpcodeMs ?? 300,
    tryMs: options.tryMs ?? 1_500,
  };
}
