import { describe, expect, test } from 'vitest';
import { decodeExtraInfo } from '#codec/samp/extraInfo.ts';
import { decodeInfo } from '#codec/samp/info.ts';
import { encodePing } from '#codec/samp/ping.ts';
import { decodePlayers } from '#codec/samp/players.ts';
import { decodeRconLine, encodeRconCommand } from '#codec/samp/rcon.ts';
import { encodeRequest } from '#codec/samp/request.ts';
import { decodeRules, saysOpenmp } from '#codec/samp/rules.ts';
import { createSampBehaviour, type SampBehaviourOptions } from '#sandbox/servers/sampBehaviour.ts';
import type { SampFamily, SampGuest, SampSettings } from '#sandbox/servers/sampSettings.ts';

const TARGET = { address: '203.0.113.7', port: 7777 };
const ask = (opcode: 'i' | 'r' | 'c' | 'd' | 'o') => encodeRequest(TARGET, opcode);
const ping = encodePing(TARGET, Uint8Array.of(1, 2, 3, 4));
const longer = (datagram: Uint8Array) => Uint8Array.from([...datagram, 0]);
const ascii = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const crowd = (count: number): SampGuest[] =>
  Array.from({ length: count }, (_, slot) => ({ name: `P_${slot}`, score: slot, ping: 30, slot }));

function server(family: SampFamily, options: Partial<SampBehaviourOptions> = {}) {
  const clock = { now: 0 };
  const behaviour = createSampBehaviour({ family, now: () => clock.now, ...options });
  const answer = (datagram: Uint8Array, from = '192.0.2.1') => {
    clock.now += 1_000;
    return behaviour.answer(datagram, from).datagrams;
  };
  const one = (datagram: Uint8Array) => answer(datagram)[0] ?? new Uint8Array();
  return { behaviour, clock, answer, one };
}

describe('SA-MP 0.3.7', () => {
  test('answers i with eleven bytes or more, and a ping only with fifteen', () => {
    const { answer } = server('samp');
    expect(answer(ask('i'))).toHaveLength(1);
    expect(answer(longer(ask('i')))).toHaveLength(1);
    expect(answer(ask('i').subarray(0, 10))).toEqual([]);
    expect(answer(ping)).toEqual([ping]);
    expect(answer(longer(ping))).toEqual([]);
    expect(answer(ask('o'))).toEqual([]);
  });

  test('echoes the header as it came', () => {
    const { one } = server('samp');
    expect(one(ask('r')).subarray(0, 11)).toEqual(ask('r'));
  });

  test('has six rules, none of them those of open.mp', () => {
    const rules = decodeRules(server('samp').one(ask('r')));
    expect(rules.pairs.map(({ name }) => text(name))).toEqual([
      'lagcomp',
      'mapname',
      'version',
      'weather',
      'weburl',
      'worldtime',
    ]);
    expect(saysOpenmp(rules)).toBe(false);
  });

  test('cuts its texts at 50 and 30 bytes and sends the map where the language is empty', () => {
    const settings = { hostname: 'h'.repeat(70), gamemode: 'g'.repeat(70), language: '' };
    const info = decodeInfo(server('samp', { settings }).one(ask('i')));
    expect(info.hostname).toHaveLength(50);
    expect(info.gamemode).toHaveLength(30);
    expect(text(info.language)).toBe('San Andreas');
  });

  test('lists a hundred players with the low byte of their slots, and not one more', () => {
    const guests = crowd(99).concat([{ name: 'CJ', score: -5, ping: 9, slot: 300 }]);
    const { one, behaviour, answer } = server('samp', { guests });
    const list = decodePlayers(one(ask('d')));
    expect(list.entries).toHaveLength(100);
    expect(list.entries.at(-1)).toMatchObject({ slotByte: 44, score: -5 });
    behaviour.seat(crowd(101));
    expect(answer(ask('d'))).toEqual([]);
    expect(answer(ask('c'))).toEqual([]);
    expect(decodeInfo(one(ask('i'))).players).toBe(101);
  });

  test('with query 0 only pings are answered', () => {
    const settings = { query: false, rcon: { enabled: true, password: 'pw' } };
    const { answer } = server('samp', { settings });
    const command = encodeRconCommand(TARGET, { password: ascii('pw'), command: ascii('echo x') });
    expect(['i', 'r', 'c', 'd'].flatMap((opcode) => answer(ask(opcode as 'i')))).toEqual([]);
    expect(answer(command)).toEqual([]);
    expect(answer(ping)).toEqual([ping]);
  });

  test('drops a query that comes within 25 ms of one from another address', () => {
    const { behaviour, clock } = server('samp');
    clock.now = 10_000;
    const from = (address: string) => behaviour.answer(ask('i'), address).datagrams.length;
    expect(from('192.0.2.1')).toBe(1);
    clock.now += 10;
    expect(from('192.0.2.1')).toBe(1);
    expect(from('192.0.2.2')).toBe(0);
    expect(behaviour.answer(ping, '192.0.2.2').datagrams).toHaveLength(1);
    clock.now += 25;
    expect(from('192.0.2.2')).toBe(1);
  });

  test('keeps silent while the game mode is loaded', () => {
    const { answer, behaviour } = server('samp');
    behaviour.restart(true);
    expect([...answer(ask('i')), ...answer(ping)]).toEqual([]);
    behaviour.restart(false);
    expect(answer(ask('i'))).toHaveLength(1);
  });
});

describe('open.mp', () => {
  test('wants exactly eleven bytes and knows no d', () => {
    const { answer } = server('openmp', { guests: crowd(2) });
    for (const opcode of ['i', 'r', 'c', 'o'] as const) {
      expect(answer(ask(opcode))).toHaveLength(1);
      expect(answer(longer(ask(opcode)))).toEqual([]);
    }
    expect(answer(ask('d'))).toEqual([]);
  });

  test('sorts its rules by name, those of scripts among them', () => {
    const { one } = server('openmp', { settings: { scriptRules: { Mode: 'x', motd: 'y' } } });
    const rules = decodeRules(one(ask('r')));
    const names = rules.pairs.map(({ name }) => text(name));
    expect(names).toEqual([...names].sort());
    expect(names).toHaveLength(10);
    expect(saysOpenmp(rules)).toBe(true);
  });

  test('wraps the length of a value above 255 bytes and ends the datagram with the rest', () => {
    const { one } = server('openmp', { settings: { scriptRules: { motd: 'm'.repeat(260) } } });
    const rules = decodeRules(one(ask('r')));
    const motd = rules.pairs.find(({ name }) => text(name) === 'motd');
    expect(motd?.value).toHaveLength(4);
    expect(rules).toMatchObject({ complete: true, trailing: 256 });
  });

  test('lists players in an order that means nothing, without pings', () => {
    const guests = crowd(20);
    const list = decodePlayers(server('openmp', { guests }).one(ask('c')));
    const names = list.entries.map(({ name }) => text(name));
    expect(names).not.toEqual(guests.map(({ name }) => name));
    expect([...names].sort()).toEqual(guests.map(({ name }) => name).sort());
  });

  test('cuts its texts at 63 and 39 bytes, leaves out a long Discord link, and has three links or four', () => {
    const links = {
      discord: 'd'.repeat(51),
      lightBanner: 'b'.repeat(200),
      darkBanner: '',
      logo: 'l',
    };
    const settings: Partial<SampSettings> = { hostname: 'д'.repeat(40), links };
    const { one, behaviour } = server('openmp', { settings });
    expect(decodeInfo(one(ask('i'))).hostname).toHaveLength(63);
    const four = decodeExtraInfo(one(ask('o')));
    expect(four.discord).toHaveLength(0);
    expect(four.lightBanner).toHaveLength(160);
    behaviour.set({ links: { ...links, logo: null } });
    const three = decodeExtraInfo(one(ask('o')));
    expect(three.logo).toBeNull();
    expect(three.lightBanner).toHaveLength(120);
  });

  test('with enable_query off it is dead, pings too', () => {
    const { answer } = server('openmp', { settings: { query: false } });
    expect([...answer(ask('i')), ...answer(ping)]).toEqual([]);
  });
});

describe('RCON', () => {
  const rcon = { enabled: true, password: 'pw' };
  const say = (command: string, password = 'pw') =>
    encodeRconCommand(TARGET, { password: ascii(password), command: ascii(command) });
  const lines = (datagrams: readonly Uint8Array[]) =>
    datagrams.map((one) => text(decodeRconLine(one)));

  test.each(['samp', 'openmp'] as const)(
    '%s answers a command in lines, a wrong password in one',
    (family) => {
      const { answer } = server(family, { settings: { rcon } });
      expect(lines(answer(say('echo hi')))).toEqual(['hi']);
      expect(lines(answer(say('nonsense')))).toHaveLength(2);
      expect(lines(answer(say('say hello')))).toEqual([]);
      expect(lines(answer(say('echo hi', 'no')))).toEqual(['Invalid RCON password.']);
    },
  );

  test('malformed lengths: open.mp refuses or keeps silent, SA-MP keeps silent or shrugs', () => {
    const cutPassword = say('echo hi').subarray(0, 14);
    const cutCommand = say('echo hi').subarray(0, 20);
    const openmp = server('openmp', { settings: { rcon } });
    expect(lines(openmp.answer(cutPassword))).toEqual(['Invalid RCON password.']);
    expect(openmp.answer(cutCommand)).toEqual([]);
    expect(openmp.answer(longer(say('echo hi')))).toEqual([]);
    const samp = server('samp', { settings: { rcon } });
    expect(samp.answer(cutPassword)).toEqual([]);
    expect(samp.answer(cutCommand)).toEqual([]);
    expect(lines(samp.answer(longer(say('echo hi'))))).toEqual(['hi']);
  });

  test('an empty password switches it off', () => {
    const { answer } = server('openmp', { settings: { rcon: { enabled: true, password: '' } } });
    expect(answer(say('echo hi', ''))).toEqual([]);
  });

  test('commands change the server: a name, a kick, a restart that ends by itself', () => {
    const { answer, behaviour, one, clock } = server('samp', {
      settings: { rcon },
      guests: crowd(3),
    });
    answer(say('hostname New name'));
    answer(say('kick 1'));
    expect(text(decodeInfo(one(ask('i'))).hostname)).toBe('New name');
    expect(behaviour.state.guests.map(({ slot }) => slot)).toEqual([0, 2]);
    expect(lines(answer(say('gmx')))).toHaveLength(1);
    expect(answer(ask('i'))).toEqual([]);
    clock.now += 5_000;
    expect(answer(ask('i'))).toHaveLength(1);
  });
});

describe('what stands in front of a server', () => {
  test('a cache tells what was true a while ago', () => {
    const { behaviour, one } = server('samp', { guests: crowd(1), faults: { staleMs: 2_500 } });
    one(ask('i'));
    one(ask('i'));
    one(ask('i'));
    behaviour.seat(crowd(9));
    expect(decodeInfo(one(ask('i'))).players).toBe(1);
    one(ask('i'));
    one(ask('i'));
    expect(decodeInfo(one(ask('i'))).players).toBe(9);
  });

  test('a proxy compares the address in the header', () => {
    const { answer } = server('samp', { faults: { publicAddress: '203.0.113.7' } });
    expect(answer(ask('i'))).toHaveLength(1);
    expect(answer(encodeRequest({ address: '127.0.0.1', port: 7777 }, 'i'))).toEqual([]);
  });

  test('a firewall lets three a second through', () => {
    const { behaviour, clock } = server('samp', { faults: { perSecond: 3 } });
    const got = () => behaviour.answer(ask('i'), '192.0.2.1').datagrams.length;
    expect([got(), got(), got(), got()]).toEqual([1, 1, 1, 0]);
    clock.now += 1_000;
    expect(got()).toBe(1);
  });

  test('some stacks count nobody above a hundred players', () => {
    const { one } = server('samp', { guests: crowd(545), faults: { countZero: true } });
    expect(decodePlayers(one(ask('d')))).toMatchObject({ declared: 0, entries: [] });
    expect(decodeInfo(one(ask('i'))).players).toBe(545);
  });
});
