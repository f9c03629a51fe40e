import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the replayed server behaves; "capture" is as it was recorded. */
export type ReplayMode =
  | 'capture'
  | 'none'
  | 'info'
  | 'lists'
  | 'all'
  | 'twice'
  | 'reorder'
  | 'foreign';
type Part = 'info' | 'players' | 'rules';

type Group = {
  answers: string | string[];
  datagrams: number[];
  for?: Part;
  stray?: boolean;
};
type Plan = { protocol: string; groups: Group[]; standIn?: { info: string } };

/** Real packets of one server, and what they mean. */
export type Capture = {
  name: string;
  folder: string;
  answers: ReadonlyMap<Part, Buffer[]>;
  challenges: ReadonlyMap<string, Buffer>;
  expected: Record<string, unknown>;
  /** Values of binary rule pages stand beside the expected rules. */
  hasBinaryRules: boolean;
};

const CAPTURES = join(import.meta.dirname, '..', '..', '..', 'shared', 'captures');
const HEADER = Buffer.from('ffffffff', 'hex');
const INFO_REQUEST = Buffer.concat([HEADER, Buffer.from('TSource Engine Query\0', 'latin1')]);
const OWN_CHALLENGE = Buffer.from('a15eb20d', 'hex');
const PART_OF_TYPE: ReadonlyMap<number, Part> = new Map([
  [0x54, 'info'],
  [0x55, 'players'],
  [0x56, 'rules'],
]);

/** The A2S folders beside the repository; empty where there are none. */
export function readCaptures(): Capture[] {
  if (!existsSync(CAPTURES)) {
    return [];
  }
  return readdirSync(CAPTURES)
    .sort()
    .map((name) => readCapture(join(CAPTURES, name), name))
    .filter((capture) => capture !== null);
}

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

function readCapture(folder: string, name: string): Capture | null {
  const plan: Plan = json(join(folder, 'requests.json'));
  if (plan.protocol !== 'a2s') {
    return null;
  }
  const packets = readFileSync(join(folder, 'packets.hex'), 'ascii')
    .split(/\s+/)
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'hex'));
  const datagramsOf = (group: Group) => group.datagrams.map((at) => packets[at] ?? Buffer.alloc(0));
  const challengeGroups = plan.groups.filter((group) => group.answers === 'challenge');
  const challenges = new Map<string, Buffer>();
  for (const group of challengeGroups.filter((one) => !one.stray).reverse()) {
    challenges.set(group.for ?? '', Buffer.from(datagramsOf(group)[0]?.subarray(5, 9) ?? []));
  }
  const stray = challengeGroups.filter((group) => group.stray).flatMap(datagramsOf);
  const answers = new Map<Part, Buffer[]>();
  for (const part of ['info', 'players', 'rules'] as const) {
    const groups = plan.groups.filter((group) => [group.answers].flat().includes(part));
    if (groups.length > 0) {
      answers.set(part, groups.flatMap(datagramsOf));
    }
  }
  const info = answers.get('info') ?? [Buffer.from(plan.standIn?.info ?? '', 'hex')];
  answers.set('info', [...stray, ...info]);
  return {
    name,
    folder,
    answers,
    challenges,
    expected: json(join(folder, 'snapshot.json')),
    hasBinaryRules: existsSync(join(folder, 'binary-rules.json')),
  };
}

/** What belongs to nothing: a forged answer from another port comes as well. */
const FOREIGN = [
  Buffer.alloc(64),
  Buffer.from('ff', 'hex'),
  Buffer.concat([HEADER, Buffer.from('9ConnectRedirectAddress:192.0.2.1:27015\0', 'latin1')]),
  Buffer.concat([Buffer.from('feffffff990000000200e004', 'hex'), Buffer.from('foreign fragment')]),
];
const FORGED: Readonly<Record<Part, Buffer>> = {
  info: Buffer.concat([
    HEADER,
    Buffer.from('I\x11FORGED\0forged\0forged\0forged\0\0\0\x63\x64\0dl\0\x011.0\0\0', 'latin1'),
  ]),
  players: Buffer.concat([HEADER, Buffer.from('D\x01\0FORGED\0\0\0\0\0\0\0\0\0', 'latin1')]),
  rules: Buffer.concat([HEADER, Buffer.from('E\x01\0forged\x001\0', 'latin1')]),
};

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

export type Replay = { port: number; close(): void };

/** A server on 127.0.0.1 that answers with the datagrams of a capture; `silent` parts are not even challenged. */
export async function startReplay(
  capture: Capture,
  mode: ReplayMode,
  silent: readonly string[] = [],
): Promise<Replay> {
  const server = await bound();
  const other = await bound();
  const challenged: readonly string[] = {
    capture: [...capture.challenges.keys()],
    twice: [...capture.challenges.keys()],
    reorder: [...capture.challenges.keys()],
    foreign: [...capture.challenges.keys()],
    none: [],
    info: ['info'],
    lists: ['players', 'rules'],
    all: ['info', 'players', 'rules'],
  }[mode];

  const send = (datagram: Buffer, to: RemoteInfo) => {
    server.send(datagram, to.port, to.address);
    if (mode === 'twice') {
      server.send(datagram, to.port, to.address);
    }
  };

  function answer(part: Part, to: RemoteInfo): void {
    const datagrams = capture.answers.get(part) ?? [];
    if (mode === 'foreign' && datagrams.length > 0) {
      other.send(FORGED[part], to.port, to.address);
      for (const datagram of FOREIGN) {
        server.send(datagram, to.port, to.address);
      }
    }
    for (const datagram of mode === 'reorder' ? [...datagrams].reverse() : datagrams) {
      send(datagram, to);
    }
  }

  server.on('message', (request, from) => {
    const part = request.subarray(0, 4).equals(HEADER)
      ? PART_OF_TYPE.get(request[4] ?? 0)
      : undefined;
    const isKnown = part !== 'info' || request.subarray(0, 25).equals(INFO_REQUEST);
    if (part === undefined || !isKnown || silent.includes(part)) {
      return;
    }
    const [anyChallenge] = capture.challenges.values();
    const known = capture.challenges.get(part) ?? anyChallenge ?? OWN_CHALLENGE;
    if (challenged.includes(part) && !request.subarray(part === 'info' ? 25 : 5).equals(known)) {
      send(Buffer.concat([HEADER, Buffer.from('A'), known]), from);
    } else {
      answer(part, from);
    }
  });
  return {
    port: server.address().port,
    close() {
      server.close();
      other.close();
    },
  };
}
