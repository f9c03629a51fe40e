import { describe, expect, test } from 'vitest';
import { createChallenges } from '#masterServer/challenges.ts';
import { SKIPPED, sampleJson } from '../codec/master/sampleFiles.ts';
import { ANSWER, challengeIn, INFOSTRING, openQuietMaster, raw } from './quietMaster.ts';

const SERVER = { address: '198.51.100.10', port: 27015 };
const OTHER = { address: '198.51.100.11', port: 27015 };
const at = ({ address, port }: { address: string; port: number }) => `${address}:${port}`;

describe('challenges', () => {
  test('belong to one address and port, and are good for one to two minutes', () => {
    const challenges = createChallenges(new Uint8Array(32));
    const now = 90_000_000;
    const mine = challenges.issue(SERVER, now);
    expect(mine).toBeGreaterThan(0);
    expect(mine).toBeLessThan(2 ** 31);
    expect(challenges.issue(SERVER, now + 59_999)).toBe(mine);
    expect(challenges.accepts(SERVER, mine, now + 119_999)).toBe(true);
    expect(challenges.accepts(SERVER, mine, now + 120_000)).toBe(false);
    expect(challenges.accepts(OTHER, mine, now)).toBe(false);
    expect(challenges.accepts({ ...SERVER, port: 27016 }, mine, now)).toBe(false);
  });

  test('are others after each start', () => {
    expect(createChallenges().issue(SERVER, 0)).not.toBe(createChallenges().issue(SERVER, 0));
  });
});

describe('a game server that registers', () => {
  test('joins, is challenged, sends its heartbeat, is asked back, is listed', () => {
    const master = openQuietMaster();
    const challenge = challengeIn(master.send('71', SERVER));
    expect(challenge).toBeGreaterThan(0);
    expect(master.send(raw(`0\n\\challenge\\${challenge}${INFOSTRING}`), SERVER)).toBeNull();
    expect(master.list()).toEqual([]);
    expect(master.ask()).toEqual([SERVER]);
    expect(master.list()).toEqual([at(SERVER)]);
    expect(master.changes).toMatchObject([{ kind: 'listed', registration: SERVER }]);
  });

  test('is not listed when it does not answer, and is asked again a minute later', () => {
    const master = openQuietMaster();
    master.register(SERVER);
    master.ask(() => null);
    expect(master.list()).toEqual([]);
    master.clock.now += 59_000;
    expect(master.ask()).toEqual([]);
    master.clock.now += 1_000;
    expect(master.ask()).toEqual([SERVER]);
    expect(master.list()).toEqual([at(SERVER)]);
  });

  test('with a wrong challenge, or none, gets a fresh one and nothing else', () => {
    const master = openQuietMaster();
    const fresh = challengeIn(master.send('71', SERVER));
    for (const sent of ['\\challenge\\123', '', '\\challenge\\x']) {
      expect(challengeIn(master.send(raw(`0\n${sent}${INFOSTRING}`), SERVER))).toBe(fresh);
    }
    expect(challengeIn(master.send(raw(`0\n\\challenge\\${fresh}${INFOSTRING}`), OTHER))).not.toBe(
      -1,
    );
    expect([master.ask(), master.counters().registered]).toEqual([[], 0]);
  });

  test('may print its challenge as a signed number', () => {
    const challenges = {
      issue: () => 0xfc185f07,
      accepts: (_: unknown, sent: number) => sent === 0xfc185f07,
    };
    const master = openQuietMaster({ challenges });
    expect(master.send('71', SERVER)).toBe('ffffffff730a075f18fc');
    master.send(
      raw('0\n\\protocol\\7\\challenge\\-65511673\\players\\0\\max\\2\\gamedir\\tf\\map\\x\n'),
      SERVER,
    );
    expect(master.ask()).toEqual([SERVER]);
  });

  test('of Xash3D gets its own number back', () => {
    const master = openQuietMaster();
    expect(master.send('71ffefbeadde', SERVER)).toMatch(/^ffffffff730a.{8}efbeadde$/);
  });

  test('is listed under the address it sends from, whatever its heartbeat names', () => {
    const master = openQuietMaster();
    master.register(SERVER, `\\address\\192.168.1.5:27015${INFOSTRING}`);
    master.ask();
    expect(master.list()).toEqual([at(SERVER)]);
  });

  test('without a gamedir is not taken', () => {
    const master = openQuietMaster();
    master.register(SERVER, '\\players\\0\\max\\2\\map\\x\n');
    expect([master.counters().registered, master.counters().rejects]).toEqual([
      0,
      { 'no-gamedir': 1 },
    ]);
  });

  test('that lies is listed for what it answers: name, map, players, password', () => {
    const master = openQuietMaster();
    master.register(
      SERVER,
      '\\players\\65\\max\\32\\bots\\99\\gamedir\\cstrike\\map\\de_dust\\type\\d\\password\\1\n',
    );
    master.ask(() => ({ ...ANSWER, players: 0, map: 'de_nuke', password: false }));
    expect(master.list('\\map\\de_dust')).toEqual([]);
    expect(
      master.list('\\map\\de_nuke\\noplayers\\1\\password\\0\\name_match\\the long*\\appid\\10'),
    ).toEqual([at(SERVER)]);
  });

  test('of Xash3D sends its password flag the wrong way round: its answer is believed', () => {
    const master = openQuietMaster();
    master.register(SERVER, INFOSTRING.replace('password\\0', 'password\\1'));
    master.ask();
    expect(master.list('\\password\\0')).toEqual([at(SERVER)]);
    expect(master.list('\\password\\1')).toEqual([]);
  });

  test('is asked again every five minutes, and leaves the list when it is silent', () => {
    const master = openQuietMaster();
    master.register(SERVER);
    master.ask();
    master.clock.now += 299_000;
    expect(master.ask()).toEqual([]);
    master.clock.now += 1_000;
    expect(master.ask(() => null)).toEqual([SERVER]);
    expect(master.list()).toEqual([]);
    expect(master.changes.at(-1)).toMatchObject({ kind: 'gone', why: 'silent' });
  });

  test('is gone 15 minutes after its last heartbeat, and not before', () => {
    const master = openQuietMaster();
    master.register(SERVER);
    master.ask();
    master.clock.now += 14 * 60_000;
    master.register(SERVER);
    master.clock.now += 15 * 60_000 - 1;
    master.expire(master.clock.now);
    expect(master.list()).toEqual([at(SERVER)]);
    master.clock.now += 1;
    master.expire(master.clock.now);
    expect([master.list(), master.counters().registered]).toEqual([[], 0]);
    expect(master.changes.at(-1)).toMatchObject({ kind: 'gone', why: 'expired' });
  });

  test('for the local network only is registered, but not listed to the public', () => {
    const master = openQuietMaster({ allowPrivate: false });
    const source = { address: '93.184.216.34', port: 27015 };
    master.register(source, INFOSTRING.replace('lan\\0', 'lan\\1'));
    master.ask();
    expect([master.list(), master.counters().registered]).toEqual([[], 1]);
    master.register(source);
    expect(master.ask()).toEqual([]);
    master.clock.now += 300_000;
    master.ask();
    expect(master.list()).toEqual(['93.184.216.34:27015']);
  });

  test.each(['10.0.0.5', '127.0.0.1', '192.168.3.4', '224.0.0.1', '169.254.1.1'])(
    'from %s is met with silence on a public master',
    (address) => {
      const master = openQuietMaster({ allowPrivate: false });
      expect(master.send('71', { address, port: 27015 })).toBeNull();
    },
  );
});

describe('a quit', () => {
  const listed = () => {
    const master = openQuietMaster();
    master.register(SERVER);
    master.ask();
    return master;
  };

  test.each(['620a', '620a00'])('%s removes a server that is silent then', (quit) => {
    const master = listed();
    expect(master.send(quit, SERVER)).toBeNull();
    expect(master.list()).toEqual([at(SERVER)]);
    expect(master.ask(() => null)).toEqual([SERVER]);
    expect([master.list(), master.counters().registered]).toEqual([[], 0]);
    expect(master.changes.at(-1)).toMatchObject({ kind: 'gone', why: 'quit' });
  });

  test('that somebody forged changes nothing: the server answers', () => {
    const master = listed();
    master.send('620a', SERVER);
    master.ask();
    expect(master.list()).toEqual([at(SERVER)]);
    expect(master.changes).toHaveLength(1);
  });

  test('forged again and again makes the master ask twice a minute at most', () => {
    const master = listed();
    let asked = 0;
    for (let second = 0; second < 60; second += 1) {
      master.clock.now += 1_000;
      master.send('620a', SERVER);
      asked += master.ask().length;
    }
    expect(asked).toBe(2);
  });

  test('from an address that is not registered draws nothing', () => {
    const master = listed();
    expect(master.send('620a', OTHER)).toBeNull();
    expect(master.ask()).toEqual([]);
  });

  test('while the server is being asked is looked at once more', () => {
    const master = listed();
    master.clock.now += 300_000;
    const [asked] = master.toAsk(master.clock.now);
    master.send('620a', SERVER);
    expect(master.toAsk(master.clock.now)).toEqual([]);
    master.settle(asked ?? OTHER, ANSWER, master.clock.now);
    expect(master.ask(() => null)).toEqual([SERVER]);
    expect(master.changes.at(-1)).toMatchObject({ kind: 'gone', why: 'quit' });
  });
});

describe('caps', () => {
  test('32 servers an address, more for a host on the allow list; known ones are refreshed', () => {
    const master = openQuietMaster({ hosts: new Map([[OTHER.address, 40]]) });
    for (let port = 27000; port < 27100; port += 1) {
      master.register({ ...SERVER, port });
      master.register({ ...OTHER, port });
    }
    master.ask();
    expect(master.list().filter((each) => each.startsWith(`${SERVER.address}:`))).toHaveLength(32);
    expect(master.list().filter((each) => each.startsWith(`${OTHER.address}:`))).toHaveLength(40);
    master.clock.now += 14 * 60_000;
    master.register({ ...SERVER, port: 27000 });
    master.clock.now += 2 * 60_000;
    master.expire(master.clock.now);
    expect(master.list()).toEqual([`${SERVER.address}:27000`]);
    master.register({ ...SERVER, port: 28000 });
    master.ask();
    expect(master.list()).toHaveLength(2);
  });

  test('so many in all', () => {
    const master = openQuietMaster({ inAll: 10 });
    for (let host = 1; host <= 20; host += 1) {
      master.register({ address: `198.51.100.${host}`, port: 27015 });
    }
    master.ask();
    expect([master.list().length, master.counters().rejects]).toEqual([10, { cap: 10 }]);
  });
});

describe('what else arrives', () => {
  test('a ping is answered, old requests and noise are not, all are counted', () => {
    const master = openQuietMaster();
    const answers = [
      '69',
      '630a',
      '6500000000',
      '76',
      '67',
      '',
      '4f',
      '6c41',
      '305c61',
      'ffffffff490000',
      '31ff',
      '71',
    ].map((hex) => master.send(hex, SERVER)?.slice(0, 12));
    expect(answers).toEqual(['ffffffff6a00', ...Array(10).fill(undefined), 'ffffffff730a']);
    expect(master.send(new Uint8Array(3000).fill(0x31), SERVER)).toBeNull();
    expect(master.counters().packets).toEqual({ ping: 1, legacy: 4, noise: 7, join: 1 });
  });
});

type Wire = { samples: { name: string; hex: string }[] };
const { samples } = sampleJson<Wire>('wire.json', { samples: [] });

describe.skipIf(samples.length === 0)(
  `the heartbeats printed on the public pages ${SKIPPED}`,
  () => {
    test.each([
      ['heartbeat_goldsrc', 1_339_895_702, 'cstrike'],
      ['heartbeat_source', 133_961_823, 'cstrike'],
      ['heartbeat_orangebox', 1_959_687_399, 'tf'],
    ])('%s registers, byte for byte', (name, challenge, gamedir) => {
      const challenges = {
        issue: () => challenge,
        accepts: (_: unknown, sent: number) => sent === challenge,
      };
      const master = openQuietMaster({ challenges });
      expect(challengeIn(master.send('71', SERVER))).toBe(challenge);
      const { hex = '' } = samples.find((sample) => sample.name === name) ?? {};
      expect(master.send(hex, SERVER)).toBeNull();
      master.ask();
      expect(master.list(`\\gamedir\\${gamedir}`)).toEqual([at(SERVER)]);
    });
  },
);
