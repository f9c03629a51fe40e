import type { APIEmbed } from 'discord.js';
import { bareBoardEmbed, boardEmbeds } from '#discord/boardEmbeds.ts';
import { consoleEmbed } from '#discord/consoleEmbed.ts';
import { findFailure, foundReply } from '#discord/findPages.ts';
import { bareFollowEmbed, followEmbed } from '#discord/followEmbed.ts';
import { lookUpEmbed, targetProblemEmbed } from '#discord/lookUp.ts';
import { bareNotice, noticeMessage, overMessage } from '#discord/noticeMessage.ts';
import { barePersonal, personalMessage, testMessage } from '#discord/personalMessage.ts';
import { playersPage } from '#discord/playersPages.ts';
import { rulesPage } from '#discord/rulesPages.ts';
import { bareStatusEmbed, statusEmbed } from '#discord/statusEmbed.ts';
import type { StatusPicture } from '#discord/statusFace.ts';
import { withSteam } from '#discord/steamField.ts';
import { sampleNotice, testMessage as testNotice } from '#discord/testNotice.ts';
import { type UptimeFacts, uptimePage } from '#discord/uptimePages.ts';
import type { FollowView } from '#monitor/statusView.ts';
import type { FoundServer } from '#snapshot/foundServer.ts';
import type { FoundList } from '#snapshot/serverFinder.ts';
import { OFFLINE_REASONS, type Snapshot } from '#snapshot/snapshot.ts';
import type { Follow } from '#store/followDocument.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import type { LastSeen } from '#store/serverDocument.ts';
import type { Language, Translate } from '#text/texts.ts';
import { allNews, noticeWith, singleNews } from './notices.ts';
import {
  arkSnapshot,
  availability,
  HOSTILE_NAMES,
  NOON,
  offlineSnapshot,
  onlineSnapshot,
  player,
  watchOf,
} from './pictures.ts';

/** A message as the bot sends it, as far as Discord may refuse it or strangers may spoil it. */
export type Drawn = { content?: string | null; embeds?: APIEmbed[]; components?: unknown[] };

/** What a message is drawn for: what every stranger in it is called, and the language of its readers. */
export type Sitter = { name: string; t: Translate; language: Language };

const USER = '100000000000000003';
const PLACE = '100000000000000002';
const at = { now: () => NOON, joinUrl: 'https://join.example.org/{scheme}/{address}' };
const LONG_HOST = `${'long-label-of-a-name.'.repeat(11)}example.com`;

const one = (embed: APIEmbed): Drawn => ({ embeds: [embed] });

const crowd = (name: string) =>
  Array.from({ length: 255 }, (_, place) =>
    player(place % 2 === 0 ? name : `${place}${HOSTILE_NAMES[place % HOSTILE_NAMES.length]}`, {
      score: -2_147_483_648,
      seconds: 86_400 + place,
      ping: 999,
    }),
  );

/** All that a server can say, in the words of a stranger, and as many players as a list has. */
function loudSnapshot(name: string): Snapshot {
  return onlineSnapshot({
    name,
    map: name,
    description: name,
    version: name,
    appId: null,
    password: true,
    problems: Array.from({ length: 30 }, () => `info: ${name}`),
    players: { online: 255, max: 255, bots: 12, connecting: 100 },
    roster: { state: 'partial', players: crowd(name) },
    rules: {
      state: 'partial',
      values: Object.fromEntries(
        Array.from({ length: 60 }, (_, place) => [`${place}${name}`, name.repeat(3)]),
      ),
    },
  });
}

function loudArk(name: string): Snapshot {
  const { ark } = arkSnapshot();
  const mods = Array.from({ length: 300 }, (_, place) => String(700_000_000 + place));
  return {
    ...loudSnapshot(name),
    ark: ark && { ...ark, title: name, version: name, stage: name, cluster: name, mods },
  };
}

function loudArma(name: string): Snapshot {
  const mods = Array.from({ length: 100 }, () => ({ name, workshopId: '450814997', dlc: false }));
  const names = Array.from({ length: 100 }, () => name);
  return { ...loudSnapshot(name), arma: { dlcs: names, mods, signatures: names } };
}

function loudSamp(name: string): Snapshot {
  const link = `https://www.example.org/${'a'.repeat(250)}`;
  const links = { discord: link, lightBanner: link, darkBanner: link, logo: link };
  const samp = { gamemode: name, language: name, openmp: true, website: link, links };
  return { ...loudSnapshot(name), protocol: 'openmp', samp };
}

const tried: Snapshot['tried'] = Array.from({ length: 12 }, (_, place) => ({
  protocol: 'a2s',
  address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  port: 50_000 + place,
  outcome: 'other-server',
  ms: 3_000,
}));

const lastSeen = (name: string): LastSeen => ({
  at: NOON - 660_000,
  name,
  map: name,
  game: name,
  address: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
  port: 27015,
  gamePort: 27020,
  online: 9_999,
  max: 9_999,
  cluster: name,
});

/** A server in every state in which people see it. */
function pictures(name: string): StatusPicture[] {
  const down = availability({ state: 'down', downSince: NOON - 600_000 });
  const watch = { paused: null };
  const paused = { by: USER, since: NOON - 60_000 };
  const seen = { lastSeen: lastSeen(name), checkedAt: NOON, ...at };
  const target = { ...offlineSnapshot().target, host: LONG_HOST };
  const silent = { ...seen, snapshot: offlineSnapshot({ tried, target }) };
  return [
    { ...seen, snapshot: loudSnapshot(name), availability: availability(), watch },
    { ...seen, snapshot: loudArk(name), availability: null },
    { ...seen, snapshot: loudSamp(name), availability: availability(), watch },
    { ...silent, availability: down, watch },
    { ...silent, availability: down, watch, unseen: true },
    { ...silent, availability: down, watch: { paused } },
    { ...silent, availability: availability({ state: 'suspect' }), watch },
    { ...silent, availability: null, lastSeen: null },
  ];
}

/** Somebody looks up a server that does not answer, for each reason that there is. */
const lookUps = ({ name, t }: Sitter) =>
  OFFLINE_REASONS.map((reason) => {
    const snapshot = offlineSnapshot({ tried, reason });
    return one(lookUpEmbed(snapshot, { lastSeen: lastSeen(name), downSince: NOON }, at, t));
  });

const BOARDS = [
  ['rich', 1],
  ['rich', 9],
  ['rich', 11],
  ['compact', 50],
  ['cluster', 50],
] as const;

const boards = ({ name, t }: Sitter) =>
  BOARDS.map(([style, size]): Drawn => {
    const some = pictures(name).slice(0, 6);
    const board = Array.from({ length: size }, (_, place) => some[place % 6] ?? some[0]);
    const shown = board.flatMap((one) => (one === undefined ? [] : [{ ...one, uptime: '99.98%' }]));
    return { embeds: boardEmbeds({ style, title: name.slice(0, 80) }, shown, t) };
  });

const found = (name: string, port = 27015): FoundServer => ({
  target: { host: LONG_HOST.slice(-60), port, game: null },
  address: '203.0.113.5',
  port: 27015,
  name,
  map: name,
  players: 9_999,
  max: 9_999,
  password: true,
  tags: [name, name],
  pve: true,
  cluster: name,
  asked: 'silent',
});

function list(name: string): FoundList {
  const servers = Array.from({ length: 25 }, (_, place) => found(name, 27015 + place));
  const total = 99_999;
  const cut = { complete: false, reason: 'limit', readAt: NOON } as const;
  return { id: 'list1', source: 'registered', servers, total, ...cut };
}

function follow(name: string): FollowView {
  const typed = name.slice(0, 100);
  const question: Follow['question'] = {
    source: '203.0.113.5:27010',
    game: typed,
    map: typed,
    name: typed,
    region: typed,
    noPassword: true,
    tags: [typed, typed],
    pve: true,
    cluster: typed,
  };
  const gone = { address: '203.0.113.5', port: 27015, name, missedAt: NOON };
  return {
    guildId: '100000000000000000',
    follow: {
      id: 'follow',
      question,
      channelId: PLACE,
      noticeChannelId: PLACE,
      roleId: null,
      message: null,
      trouble: null,
      noticeTrouble: null,
      createdAt: NOON,
    },
    servers: Array.from({ length: 50 }, () => found(name)),
    total: 99_999,
    missing: Array.from({ length: 50 }, () => gone),
    readAt: NOON,
    fault: 'source-failed',
  };
}

const newsOf = (name: string): News[] =>
  allNews({ name, address: `${LONG_HOST}:27015`, player: name });

/** Notices about everything, to people and for everybody: as many roles as there can be, and a beginning to link to. */
const notices = (name: string): Notice[] => {
  const covers = Array.from({ length: 100 }, (_, place) =>
    noticeWith(singleNews({ name, address: 'x:1', player: name })[0] ?? { ...blind }, {
      roleId: String(100_000_000_000_000_100n + BigInt(place)),
    }),
  );
  return newsOf(name).map((news) =>
    noticeWith(news, {
      answers: '100000000000000009',
      ...(news.kind === 'digest' ? { covers } : {}),
    }),
  );
};

const blind: News = {
  kind: 'blind',
  name: null,
  address: '',
  from: NOON,
  to: NOON,
  why: 'dns',
};

const personal = (name: string): Notice[] => {
  const person = (n: number): Notice['person'] => ({
    id: USER,
    wishId: `wish${1000 + n}`,
    language: 'en',
    placeId: PLACE,
  });
  const covers = singleNews({ name, address: 'x:1', player: name }).map((news, n) => {
    const { covers: _none, ...part } = noticeWith(news, { roleId: null, person: person(n) });
    return part;
  });
  const some: readonly News['kind'][] = ['up', 'players', 'named-player', 'digest'];
  return newsOf(name)
    .filter(({ kind }) => some.includes(kind))
    .map((news) =>
      noticeWith(news, {
        roleId: null,
        person: person(0),
        ...(news.kind === 'digest' ? { covers } : {}),
      }),
    );
};

function uptime({ t, language }: Sitter): UptimeFacts {
  const lasted = { up: 500_000, down: 4_000, planned: 4_000, unknown: 9_000, share: 0.9912 };
  const span = { from: NOON - 400 * 86_400_000, uptime: lasted };
  const incident = (n: number) => ({
    version: 1 as const,
    id: `${n}`,
    server: 'x',
    name: null,
    since: NOON - n * 864_000_000,
    until: n === 0 ? null : NOON - n * 864_000_000 + 432_000_000,
    cause: n % 2 === 0 ? 'host' : 'challenge-loop',
    watches: [],
  });
  return {
    server: 'Evening Payload',
    since: NOON - 1,
    uptimes: ['24 h', '7 d', '30 d', '1 y'].map((name) => ({ name, ...span })),
    incidents: Array.from({ length: 30 }, (_, n) => ({ incident: incident(n), lasts: n === 0 })),
    planned: [{ from: 0, to: NOON }],
    language,
    t,
  };
}

const firstAndLast = (draw: (page: number) => Drawn): Drawn[] => [draw(0), draw(999)];

/**
 * Every message that `src/discord` draws, by the function that draws it, from the worst that strangers can say. What draws a
 * message and is not here fails a test.
 */
export const DRAWINGS: Readonly<Record<string, (sitter: Sitter) => Drawn[]>> = {
  'statusEmbed.statusEmbed': ({ name, t }) => pictures(name).map((it) => one(statusEmbed(it, t))),
  'statusEmbed.bareStatusEmbed': ({ name, t }) =>
    pictures(name).map((it) => one(bareStatusEmbed(it, t))),
  'lookUp.lookUpEmbed': lookUps,
  'lookUp.targetProblemEmbed': ({ name, t }) =>
    (['bad-host', 'unknown-game', 'not-by-address', 'bad-encoding', 'bad-port'] as const).map(
      (kind) => one(targetProblemEmbed({ kind, given: name.slice(0, 100) }, t)),
    ),
  'boardEmbeds.boardEmbeds': boards,
  'boardEmbeds.bareBoardEmbed': ({ name, t }) => [
    one(bareBoardEmbed([...pictures(name), ...pictures(name), ...pictures(name)], t)),
  ],
  'noticeMessage.noticeMessage': ({ name, t }) =>
    notices(name).map((notice) => noticeMessage(notice, t) as Drawn),
  'noticeMessage.bareNotice': ({ name, t }) =>
    notices(name).map((notice) => bareNotice(notice, t) as Drawn),
  'noticeMessage.overMessage': ({ name, t }) =>
    notices(name).flatMap((notice) =>
      notice.news.kind === 'up' || notice.news.kind === 'host-up'
        ? [overMessage(notice, notice.news, t) as Drawn]
        : [],
    ),
  'testNotice.testMessage': ({ name, t }) => {
    const sample = sampleNotice('1', watchOf(), { name, address: 'x:1' }, NOON);
    return sample === null ? [] : [testNotice(sample, t, true) as Drawn];
  },
  'personalMessage.personalMessage': ({ name, t }) =>
    personal(name).map((notice) => personalMessage(notice, t) as Drawn),
  'personalMessage.barePersonal': ({ name, t }) =>
    personal(name).map((notice) => barePersonal(notice, t) as Drawn),
  'personalMessage.testMessage': ({ t }) => [testMessage(t) as Drawn],
  'followEmbed.followEmbed': ({ name, t }) => [one(followEmbed(follow(name), t))],
  'followEmbed.bareFollowEmbed': ({ name, t }) => [one(bareFollowEmbed(follow(name), t))],
  'findPages.foundReply': ({ name, t }) =>
    firstAndLast((page) => foundReply(list(name), { page, userId: USER }, t)),
  'findPages.findFailure': ({ t }) => [
    findFailure({ ok: false, source: '203.0.113.5:27010', fault: 'source-failed', message: '' }, t),
  ],
  'playersPages.playersPage': ({ name, t }) =>
    firstAndLast((page) => playersPage(loudSnapshot(name), page, NOON, t)),
  'rulesPages.rulesPage': ({ name, t }) =>
    [loudArk(name), loudArma(name), loudSamp(name)].flatMap((snapshot) =>
      firstAndLast((page) => rulesPage(snapshot, page, NOON, t)),
    ),
  'consoleEmbed.consoleEmbed': ({ name, t }) => [
    one(
      consoleEmbed(
        { outcome: 'answered', lines: Array.from({ length: 500 }, () => name), cut: true },
        name,
        at,
        t,
      ),
    ),
    one(consoleEmbed({ outcome: 'silent', reachable: false }, name, at, t)),
  ],
  'steamField.withSteam': ({ name, t }) =>
    pictures(name)
      .slice(0, 4)
      .map((it) => one(withSteam(statusEmbed(it, t), { state: 'hidden', reject: name }, t))),
  'uptimePages.uptimePage': (sitter) => firstAndLast((page) => uptimePage(uptime(sitter), page)),
};
