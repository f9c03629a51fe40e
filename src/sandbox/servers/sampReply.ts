import { encodeExtraInfo } from '#codec/samp/extraInfo.ts';
import type { SampTarget } from '#codec/samp/header.ts';
import { encodeInfo } from '#codec/samp/info.ts';
import { encodePlayers } from '#codec/samp/players.ts';
import { decodeRequest, type SampRequest } from '#codec/samp/request.ts';
import { encodeRules } from '#codec/samp/rules.ts';
import { type EncodeText, encodeTextAs } from '#codec/text/textEncoding.ts';
import type { SampFamily, SampSettings, SampState } from './sampSettings.ts';

/** Caps in bytes, maybe inside a character; above MOST_LISTED players no list is told (spec samp 1.2, case 16). */
const CAPS = {
  samp: { hostname: 50, gamemode: 30, language: 30 },
  openmp: { hostname: 63, gamemode: 39, language: 39 },
} as const satisfies Record<SampFamily, unknown>;
const MOST_LISTED = 100;
const LONGEST_NAME = 24;

/**
 * What a server says to one datagram about itself: nothing where the real program keeps silent. RCON is answered by
 * sampConsole. The two families differ in what they let pass, in their caps, lists and rules (spec samp section 7).
 */
export function sampReply(datagram: Uint8Array, state: SampState): Uint8Array[] {
  const request = decodeRequest(datagram);
  if (request === null || state.restarting) {
    return [];
  }
  if (request.opcode === 'p') {
    const answers = state.settings.family === 'samp' || state.settings.query;
    return request.bytes === 15 && answers ? [datagram.slice()] : [];
  }
  if (!state.settings.query) {
    return [];
  }
  const reply = state.settings.family === 'samp' ? sampBody : openmpBody;
  const answer = reply(request, state);
  return answer === null ? [] : [answer];
}

function sampBody({ opcode, target }: SampRequest, state: SampState): Uint8Array | null {
  switch (opcode) {
    case 'i':
      return infoBody(target, state);
    case 'r':
      return encodeRules(target, pairs(sampRules(state.settings), state.settings));
    case 'c':
    case 'd':
      return listBody(target, opcode, state);
    default:
      return null;
  }
}

function openmpBody({ opcode, target, bytes }: SampRequest, state: SampState): Uint8Array | null {
  if (bytes !== 11) {
    return null;
  }
  switch (opcode) {
    case 'i':
      return infoBody(target, state);
    case 'r':
      return openmpRules(target, state.settings);
    case 'c':
      return listBody(target, opcode, state);
    case 'o':
      return linksBody(target, state.settings);
    default:
      return null;
  }
}

function infoBody(target: SampTarget, { settings, guests }: SampState): Uint8Array {
  const encode = encodeTextAs(settings.encoding);
  const caps = CAPS[settings.family];
  const cut = (field: keyof typeof caps) => encode(settings[field]).subarray(0, caps[field]);
  return encodeInfo(target, {
    password: settings.locked,
    players: guests.length,
    max: settings.max,
    hostname: cut('hostname'),
    gamemode: cut('gamemode'),
    language: settings.language === '' ? encode(settings.mapname) : cut('language'),
  });
}

function sampRules(settings: SampSettings): Record<string, string> {
  const { mapname, version, weather, weburl, worldtime } = settings;
  return { lagcomp: 'On', mapname, version, weather, weburl, worldtime, ...settings.scriptRules };
}

function pairs(rules: Readonly<Record<string, string>>, { encoding }: SampSettings) {
  const encode = encodeTextAs(encoding);
  return Object.entries(rules).map(([name, value]) => ({
    name: encode(name),
    value: encode(value),
  }));
}

/** Sorted by name. A value above 255 bytes: its length wraps, the bytes it does not get end the datagram (case 6). */
function openmpRules(target: SampTarget, settings: SampSettings): Uint8Array {
  const rules = { allowed_clients: '0.3.7, 0.3.DL', artwork: 'Yes', ...sampRules(settings) };
  const sorted = pairs(rules, settings).sort((one, other) => Buffer.compare(one.name, other.name));
  const wrapped = sorted.map(({ name, value }) => ({
    name,
    value: value.subarray(0, value.length % 256),
  }));
  const lost = sorted.reduce((sum, { value }) => sum + value.length - (value.length % 256), 0);
  return Buffer.concat([encodeRules(target, wrapped), new Uint8Array(lost).fill(0xcc)]);
}

function listBody(target: SampTarget, opcode: 'c' | 'd', state: SampState): Uint8Array | null {
  const { guests, settings } = state;
  if (guests.length > MOST_LISTED) {
    return null;
  }
  const encode = encodeTextAs(settings.encoding);
  const shown = guests.filter(({ hidden }) => hidden !== true);
  const ordered = settings.family === 'openmp' ? inHashOrder(shown, encode) : shown;
  return encodePlayers(target, opcode, {
    declared: guests.length,
    entries: ordered.map(({ name, score, ping, slot }) => ({
      name: encode(name).subarray(0, LONGEST_NAME),
      score,
      ping,
      slotByte: slot % 256,
    })),
  });
}

/** open.mp lists players in the order of a hash table: it means nothing. */
function inHashOrder<Guest extends { name: string }>(
  guests: readonly Guest[],
  encode: EncodeText,
): Guest[] {
  const hash = ({ name }: Guest) =>
    encode(name).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  return [...guests].sort((one, other) => hash(one) - hash(other));
}

function linksBody(target: SampTarget, { links, encoding }: SampSettings): Uint8Array {
  const encode = encodeTextAs(encoding);
  const bannerCap = links.logo === null ? 120 : 160;
  const discord = encode(links.discord);
  return encodeExtraInfo(target, {
    discord: discord.length > 50 ? new Uint8Array() : discord,
    lightBanner: encode(links.lightBanner).subarray(0, bannerCap),
    darkBanner: encode(links.darkBanner).subarray(0, bannerCap),
    logo: links.logo === null ? null : encode(links.logo).subarray(0, 160),
  });
}
