import { openBody, type SampTarget, startDatagram } from './header.ts';

/** A console command on its way to a server. Lengths on the wire count bytes, so both are bytes (spec samp section 6). */
export type RconCommand = { password: Uint8Array; command: Uint8Array };

/** The line with which both server families refuse a password. */
export const RCON_REFUSAL = 'Invalid RCON password.';

/** The `x` request. The password goes over the wire in clear text. Throws PacketError above 65,535 bytes. */
export function encodeRconCommand(
  target: SampTarget,
  { password, command }: RconCommand,
): Uint8Array {
  return startDatagram(target, 'x')
    .u16(password.length, 'password length')
    .bytes(password)
    .u16(command.length, 'command length')
    .bytes(command)
    .done();
}

/**
 * Reads an `x` request as a server does; `trailing` bytes behind the command are legal for some servers only. Throws
 * PacketError whose field ("password ..." or "command ...") says which length does not fit: servers answer them differently.
 */
export function decodeRconCommand(datagram: Uint8Array): RconCommand & { trailing: number } {
  const reader = openBody(datagram, 'x');
  const password = reader.bytes('password', reader.u16('password length'));
  const command = reader.bytes('command', reader.u16('command length'));
  return { password, command, trailing: reader.left };
}

/** One line of console output, without a line break; empty for a blank line. Throws PacketError when it was cut. */
export function decodeRconLine(datagram: Uint8Array): Uint8Array {
  const reader = openBody(datagram, 'x');
  return reader.bytes('line', reader.u16('line length'));
}

/** The datagram of one line. Throws PacketError above 65,535 bytes. */
export function encodeRconLine(target: SampTarget, line: Uint8Array): Uint8Array {
  return startDatagram(target, 'x').u16(line.length, 'line length').bytes(line).done();
}
