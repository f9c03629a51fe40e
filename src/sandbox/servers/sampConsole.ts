import { PacketError } from '#bytes/packetError.ts';
import type { SampTarget } from '#codec/samp/header.ts';
import { decodeRconCommand, encodeRconLine, RCON_REFUSAL } from '#codec/samp/rcon.ts';
import { decodeRequest } from '#codec/samp/request.ts';
import { decodeTextAs, encodeTextAs } from '#codec/text/textEncoding.ts';
import type { SampSettings, SampState } from './sampSettings.ts';

/** What a console command prints and changes. */
export type ConsoleResult = {
  lines: readonly string[];
  settings?: Partial<SampSettings>;
  kicked?: number;
  restarts?: boolean;
};

/** What a server does with an `x` datagram: the lines it sends, and what the command changed. */
export type RconReply = { datagrams: Uint8Array[]; result: ConsoleResult | null };

const SILENCE: RconReply = { datagrams: [], result: null };

/** RCON as the two programs differ in it: what they say to malformed lengths (spec samp section 6). */
export function rconReply(datagram: Uint8Array, state: SampState): RconReply {
  const target = decodeRequest(datagram)?.target;
  const { settings } = state;
  const isOn = settings.rcon.enabled && settings.rcon.password !== '' && settings.query;
  if (target === undefined || !isOn || state.restarting) {
    return SILENCE;
  }
  const asked = readCommand(datagram, settings);
  if (asked === 'refuse') {
    return { datagrams: lines(target, settings, [RCON_REFUSAL]), result: null };
  }
  if (asked === null) {
    return SILENCE;
  }
  const result = runCommand(asked, state);
  return { datagrams: lines(target, settings, result.lines), result };
}

/** The command; "refuse" for a wrong password; null for what is met with silence. */
function readCommand(datagram: Uint8Array, settings: SampSettings): string | 'refuse' | null {
  const isOpenmp = settings.family === 'openmp';
  const decode = decodeTextAs(settings.encoding);
  try {
    const { password, command, trailing } = decodeRconCommand(datagram);
    if (decode(password) !== settings.rcon.password) {
      return 'refuse';
    }
    return isOpenmp && trailing > 0 ? null : decode(command).trim();
  } catch (error) {
    if (error instanceof PacketError) {
      return isOpenmp && error.field.startsWith('password') ? 'refuse' : null;
    }
    throw error;
  }
}

function lines(target: SampTarget, { encoding }: SampSettings, texts: readonly string[]) {
  const encode = encodeTextAs(encoding);
  return texts.map((text) => encodeRconLine(target, encode(text)));
}

const COMMANDS: Readonly<Record<string, (argument: string, state: SampState) => ConsoleResult>> = {
  echo: (argument) => ({ lines: [argument] }),
  say: () => ({ lines: [] }),
  cmdlist: () => ({
    lines: ['Console Commands:', ...Object.keys(COMMANDS).map((name) => `  ${name}`)],
  }),
  varlist: (_, { settings }) => ({
    lines: [
      'Console Variables:',
      `  hostname\t= "${settings.hostname}"  (string)`,
      `  gamemodetext\t= "${settings.gamemode}"  (string)`,
      `  language\t= "${settings.language}"  (string)`,
      `  maxplayers\t= ${settings.max}  (int, read-only)`,
      `  weather\t= "${settings.weather}"  (string)`,
    ],
  }),
  players: (_, { guests }) => ({
    lines: [
      'ID\tName\tPing\tIP',
      ...guests.map(({ slot, name, ping }) => `${slot}\t${name}\t${ping}\t192.0.2.${slot % 256}`),
    ],
  }),
  kick: (argument) => ({ lines: [], kicked: Number.parseInt(argument, 10) }),
  hostname: (argument, { settings }) =>
    argument === ''
      ? { lines: [`hostname = "${settings.hostname}"  (string)`] }
      : { lines: [], settings: { hostname: argument } },
  weather: (argument) => ({ lines: [], settings: { weather: argument } }),
  gmx: () => ({ lines: ['Server is restarting...'], restarts: true }),
};

function runCommand(command: string, state: SampState): ConsoleResult {
  const [name = '', ...rest] = command.split(' ');
  const known = Object.hasOwn(COMMANDS, name.toLowerCase())
    ? COMMANDS[name.toLowerCase()]
    : undefined;
  return known === undefined
    ? { lines: ['Unknown command or variable:', `  ${command}`] }
    : known(rest.join(' '), state);
}
