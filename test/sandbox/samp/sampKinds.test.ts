import { describe, expect, test } from 'vitest';
import { decodeInfo } from '#codec/samp/info.ts';
import { decodePlayers } from '#codec/samp/players.ts';
import { encodeRequest } from '#codec/samp/request.ts';
import { decodeRules, saysOpenmp } from '#codec/samp/rules.ts';
import { emptyOut, joinOne } from '#sandbox/servers/lifeControls.ts';
import { openmpKind, sampBigKind } from '#sandbox/servers/sampKinds.ts';
import { advanceLife, beginLife, still } from '#sandbox/servers/serverLife.ts';

const NOON = Date.UTC(2026, 10, 30, 12);
const TARGET = { address: '127.0.0.1', port: 7777 };

describe.each([
  [sampBigKind, 150, false],
  [openmpKind, 40, true],
] as const)('$id', (kind, regulars, isOpenmp) => {
  const begin = () => {
    const answer = kind.begin();
    const ask = (opcode: 'i' | 'r' | 'c' | 'd', life: ReturnType<typeof beginLife>) =>
      answer(encodeRequest(TARGET, opcode), '127.0.0.1', { life, hideNames: false })[0];
    return { ask, life: beginLife(still(kind.habits), 7, NOON) };
  };
  const none = new Uint8Array();

  test('begins with its regulars and tells who it is', () => {
    const { ask, life } = begin();
    expect(decodeInfo(ask('i', life) ?? none)).toMatchObject({
      players: regulars,
      max: kind.habits.slots,
    });
    expect(saysOpenmp(decodeRules(ask('r', life) ?? none))).toBe(isOpenmp);
  });

  test('names are such as the game allows, each once', () => {
    const { ask, life } = begin();
    const few = { ...life, visitors: life.visitors.slice(0, 40) };
    const list = decodePlayers(ask('c', few) ?? none);
    const names = list.entries.map(({ name }) => new TextDecoder().decode(name));
    expect(new Set(names).size).toBe(40);
    expect(names.every((name) => /^[0-9a-zA-Z[\]_$=()@.]{3,24}$/.test(name))).toBe(true);
    expect(names).toContain('@everyone');
  });

  test('players come and go, and its clock runs', () => {
    const answer = kind.begin();
    let life = beginLife(kind.habits, 3, NOON);
    const counts = new Set<number>();
    const times = new Set<string>();
    for (let minute = 1; minute <= 60; minute += 1) {
      life = advanceLife(life, kind.habits, NOON + minute * 60_000);
      const info = answer(encodeRequest(TARGET, 'i'), '127.0.0.1', { life, hideNames: false })[0];
      counts.add(decodeInfo(info ?? none).players);
      const rules = decodeRules(
        answer(encodeRequest(TARGET, 'r'), '127.0.0.1', { life, hideNames: false })[0] ?? none,
      );
      times.add(new TextDecoder().decode(rules.pairs.at(-1)?.value));
    }
    expect(counts.size).toBeGreaterThan(3);
    expect(times.size).toBe(24);
    expect(times.has(isOpenmp ? '5:00' : '05:00')).toBe(true);
  });

  test('names that are hidden are counted all the same', () => {
    const { life } = begin();
    const few = { ...life, visitors: life.visitors.slice(0, 5) };
    const request = encodeRequest(TARGET, 'c');
    const reply = kind.begin()(request, '127.0.0.1', { life: few, hideNames: true })[0];
    expect(decodePlayers(reply ?? none)).toMatchObject({ declared: 5, entries: [] });
  });

  test('somebody who comes gets the lowest free slot', () => {
    const { ask, life } = begin();
    const habits = still(kind.habits);
    ask('i', life);
    const one = joinOne(emptyOut(life), habits);
    const two = joinOne(one, habits);
    const opcode = isOpenmp ? 'c' : 'd';
    const list = decodePlayers(ask(opcode, two) ?? none);
    expect(list.entries).toHaveLength(2);
    if (!isOpenmp) {
      expect(list.entries.map(({ slotByte }) => slotByte)).toEqual([0, 1]);
    }
  });
});
