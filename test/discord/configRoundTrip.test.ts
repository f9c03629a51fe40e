import { ChannelType } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportConfig } from '#discord/configExport.ts';
import type { GuildPlaces } from '#discord/configPlaces.ts';
import { plain } from '#discord/foreignText.ts';
import { storedTarget } from '#discord/newWatch.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { resolveConfig } from '#discord/wantedSetUp.ts';
import { withTidyBoards } from '#monitor/boardChange.ts';
import { changeSetUp, countsOf, isNoChange } from '#monitor/setUpChange.ts';
import { hasTwin } from '#monitor/watchChange.ts';
import { parseTarget } from '#snapshot/target.ts';
import type { Follow } from '#store/followDocument.ts';
import {
  BOARD_STYLES,
  emptyGuild,
  type GuildDocument,
  LANGUAGES,
  type Watch,
} from '#store/guildDocument.ts';
import { readConfig } from '#store/readConfig.ts';
import { JOINS } from '#store/watchSettings.ts';
import { watchOf } from '#test/store/examples.ts';

const GUILD = '100000000000000001';
const RUNS = { numRuns: 40 };
const NOW = Date.UTC(2026, 10, 30);
const CHANNELS = ['200000000000000001', '200000000000000002', '200000000000000003'];
const ROLES = ['300000000000000001', '300000000000000002'];

const role = fc.option(fc.constantFrom(...ROLES));
const channel = fc.constantFrom(...CHANNELS);
const text = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((one) => one.length <= maxLength);
const visible = (maxLength: number) => text(maxLength).map((one) => plain(`x${one}`, maxLength));
const cooldownMs = fc.nat(86_400_000);
const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((both) => both.map((part) => String(part).padStart(2, '0')).join(':'));

/** As /watch add stores it. */
const target = fc
  .record({
    host: fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain(), fc.constant('бухта.рф')),
    port: fc.option(fc.integer({ min: 1, max: 65_535 })),
    game: fc.constantFrom('ase', 'samp', 'teamfortress2', 'minecraft'),
    encoding: fc.constantFrom(null, 'windows-1251'),
  })
  .map(({ host, port, game, encoding }) => parseTarget(hostPort(host, port), game, encoding))
  .filter((parsed) => parsed.ok)
  .map((parsed) => storedTarget(parsed.target));

const settings = fc.record({
  label: fc.option(visible(80)),
  graceMs: fc.nat(86_400_000),
  joins: fc.constantFrom(...JOINS),
  countStep: fc.integer({ min: 1, max: 99 }),
  restarts: fc.boolean(),
  mutedUntil: fc.option(fc.nat()),
  board: fc.boolean(),
  bell: fc.boolean(),
  graph: fc.boolean(),
  maintenance: fc.array(
    fc.oneof(
      fc
        .record({ from: fc.nat(), ms: fc.integer({ min: 1, max: 9999 }) })
        .map(({ from, ms }) => ({ once: { from, to: from + ms } })),
      fc.record({
        cron: fc.constantFrom('0 6 * * *', '*/5 1-3 * * mon'),
        timeZone: fc.constantFrom('Europe/Berlin', 'UTC'),
        minutes: fc.integer({ min: 1, max: 1440 }),
      }),
    ),
    { maxLength: 3 },
  ),
  quietHours: fc.option(
    fc
      .record({
        from: clock,
        to: clock,
        timeZone: fc.constant('America/Sao_Paulo'),
        pings: fc.constantFrom('drop' as const, 'wait' as const),
      })
      .filter(({ from, to }) => from !== to),
  ),
  thresholds: fc.array(
    fc
      .record({ atLeast: fc.integer({ min: 1, max: 200 }), roleId: role, cooldownMs })
      .map((one) => ({ ...one, below: one.atLeast })),
    { maxLength: 3 },
  ),
  namedPlayers: fc.array(
    fc.record({ pattern: visible(60).map((name) => `${name}yz*`), roleId: role, cooldownMs }),
    { maxLength: 3 },
  ),
});

const watch = fc
  .record({ target, settings, channelId: channel, noticeChannelId: channel, roleId: role })
  .map(({ settings: chosen, ...rest }): Watch => ({ ...watchOf(), ...chosen, ...rest }));

const message = watchOf().message;

const follow = fc.record({
  id: fc.constant(''),
  question: fc.record({
    source: fc.constantFrom('steam', 'ms.example.com:27010'),
    game: fc.option(visible(20)),
    map: fc.constant(null),
    name: fc.option(visible(20)),
    region: fc.constantFrom(null, 'europe'),
    noPassword: fc.boolean(),
    tags: fc.array(visible(9), { maxLength: 2 }),
    pve: fc.option(fc.boolean()),
    cluster: fc.option(visible(9)),
  }),
  channelId: channel,
  noticeChannelId: channel,
  roleId: role,
  message: fc.constant(null),
  trouble: fc.constant(null),
  noticeTrouble: fc.constant(null),
  createdAt: fc.nat(),
});

const guild: fc.Arbitrary<GuildDocument> = fc
  .record({
    language: fc.option(fc.constantFrom(...LANGUAGES)),
    timeZone: fc.constantFrom(null, 'Europe/Berlin'),
    watches: fc.array(watch, { maxLength: 6 }),
    follows: fc.array(follow, { maxLength: 2 }),
    boards: fc.uniqueArray(
      fc.record({
        channelId: channel,
        title: fc.option(text(100)),
        style: fc.constantFrom(...BOARD_STYLES),
        uptime: fc.boolean(),
        reverse: fc.boolean(),
      }),
      { selector: ({ channelId }) => channelId },
    ),
  })
  .map(({ language, timeZone, watches, boards, follows: lists }) => {
    const follows = lists.map(
      (list, place): Follow => ({
        ...list,
        id: `follow${place}`,
        question: { ...list.question, map: `map ${place}` },
      }),
    );
    const named = watches.map((one, place) => ({
      ...one,
      id: `watch${place}`,
      channelName: place === 0 ? { channelId: CHANNELS[0] ?? '', template: '{online}' } : null,
    }));
    const document: GuildDocument = { ...emptyGuild(GUILD), language, timeZone, follows };
    const apart = { ...document, watches: [] as Watch[] };
    for (const one of named) {
      if (!hasTwin(apart, one)) {
        apart.watches.push(one);
      }
    }
    const ids = apart.watches.map(({ id }) => id);
    return withTidyBoards({
      ...apart,
      boards: CHANNELS.map((channelId) => {
        const {
          title = null,
          style = 'rich',
          uptime = false,
          reverse = false,
        } = boards.find((board) => board.channelId === channelId) ?? {};
        return {
          channelId,
          title,
          style,
          uptime,
          message,
          trouble: null,
          order: reverse ? ids.toReversed() : [],
          madeAt: 1,
        };
      }),
    });
  });

const names = {
  guild: 'Harbour',
  channel: (id: string) => `channel-${CHANNELS.indexOf(id)}`,
  role: (id: string) => `Role ${ROLES.indexOf(id)}`,
};

/** What an import of this file into a guild with these places changes. */
function changeBy(file: string, before: GuildDocument, places: GuildPlaces) {
  const read = readConfig(file);
  const resolved = read.ok ? resolveConfig(read.config, places, 1000) : read;
  if (!resolved.ok) {
    throw new Error(JSON.stringify(resolved));
  }
  const newId = () => 'newwatch';
  return {
    ...changeSetUp(before, resolved.wanted, { by: GUILD, now: NOW, newId }),
    mapped: resolved.mapped,
  };
}

const placesOf = (shift: number, used: Iterable<string>): GuildPlaces => {
  const moved = (id: string) => String(BigInt(id) + BigInt(shift));
  return {
    guildId: GUILD,
    channels: CHANNELS.map((id) => ({
      id: moved(id),
      name: names.channel(id),
      kind: ChannelType.GuildText,
    })),
    roles: ROLES.map((id) => ({ id: moved(id), name: names.role(id) })),
    used: new Set(used),
  };
};

describe('a set-up that is exported', () => {
  it('changes nothing when it is imported again, even when its channels and roles are gone', () => {
    fc.assert(
      fc.property(guild, (before) => {
        const file = JSON.stringify(exportConfig(before, names, NOW));
        const change = changeBy(file, before, {
          ...placesOf(0, [...CHANNELS, ...ROLES]),
          channels: [],
          roles: [],
        });
        expect(isNoChange(change)).toBe(true);
        expect(change.mapped).toEqual([]);
        const { boards, ...after } = change.after;
        expect(after).toEqual({ ...before, boards: undefined });
        expect(boards.map(({ message: kept }) => kept)).toEqual(before.boards.map(() => message));
      }),
      RUNS,
    );
  });

  it('comes back whole in an empty guild whose channels and roles have the same names', () => {
    fc.assert(
      fc.property(guild, (before) => {
        const file = JSON.stringify(exportConfig(before, names, NOW));
        const empty = emptyGuild(GUILD);
        const change = changeBy(file, empty, placesOf(5_000, []));
        const { after } = change;
        const { added, removed, unchanged } = countsOf(change);
        expect([added, removed, unchanged]).toEqual([
          before.watches.length + before.follows.length,
          0,
          0,
        ]);
        const shifted = {
          ...names,
          channel: (id: string) => names.channel(String(BigInt(id) - 5_000n)),
          role: (id: string) => names.role(String(BigInt(id) - 5_000n)),
        };
        const again = exportConfig(after, shifted, NOW);
        const back = JSON.stringify(again).replaceAll(
          /"([23]0{13}\d{4})"/g,
          (_, id: string) => `"${BigInt(id) - 5_000n}"`,
        );
        expect(JSON.parse(back)).toEqual(JSON.parse(file));
      }),
      RUNS,
    );
  });
});
