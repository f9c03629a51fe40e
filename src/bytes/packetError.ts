/** What was being read when a packet turned out shorter, or other, than its layout says. */
export type PacketFault = {
  /** Name of the field in the protocol's own words, e.g. "gameId". */
  field: string;
  /** Where the field starts in the packet, in bytes. */
  offset: number;
  /** Bytes the field needs; 0 when the bytes were there but their value is not allowed. */
  wanted: number;
  /** Bytes that were left at that offset. */
  left: number;
};

/**
 * The one error of bytes/ and codec/: a packet could not be read, or a value could not be written.
 * It never means that the network failed; see QueryError for that.
 */
export class PacketError extends Error {
  override readonly name = 'PacketError';
  readonly field: string;
  readonly offset: number;
  readonly wanted: number;
  readonly left: number;

  constructor(fault: PacketFault, reason?: string, options?: ErrorOptions) {
    super(
      reason === undefined
        ? `${fault.field} at byte ${fault.offset}: wanted ${fault.wanted} more, ${fault.left} left`
        : `${fault.field} at byte ${fault.offset}: ${reason}`,
      options,
    );
    this.field = fault.field;
    this.offset = fault.offset;
    this.wanted = fault.wanted;
    this.left = fault.left;
  }
}

/** The PacketError in which the reading ends, or null when it ends well. Any other error goes on. */
export function packetErrorOf(read: () => void): PacketError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof PacketError) {
      return error;
    }
    throw error;
  }
}
