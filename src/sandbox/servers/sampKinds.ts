import { readHeader } from '#codec/samp/header.ts';
import { type GameKind, type Moment, score } from './gameKind.ts';
import { createSampBehaviour, type SampBehaviour } from './sampBehaviour.ts';
import { sampNames, sampNick } from './sampNames.ts';
import type { SampFamily, SampGuest, SampSettings } from './sampSettings.ts';
import type { Habits, Life } from './serverLife.ts';

/** A kind of game server that speaks another protocol than A2S: it answers datagrams by itself. */
export type SampKind = Pick<
  GameKind,
  'id' | 'game' | 'gameName' | 'name' | 'habits' | 'hidesNames' | 'bots'
> & {
  /** A question that a flood of others does not drown: the program lets pings pass (spec samp section 5). */
  readonly sparedByFloods: (datagram: Uint8Array) => boolean;
  /** One server of this kind: what it sends back for one datagram at this moment. */
  readonly begin: () => (
    datagram: Uint8Array,
    from: string,
    moment: Pick<Moment, 'life' | 'hideNames'>,
  ) => readonly Uint8Array[];
};

const MINUTE = 60_000;

/** SA-MP 0.3.7 with Russian texts in windows-1251 and 150 players: too many for a list. */
export const sampBigKind: SampKind = sampKind('samp', {
  id: 'samp',
  gameName: 'SA:MP',
  regulars: 150,
  arrivalEvery: MINUTE / 2,
  settings: {
    hostname: '  Crowsnest Role Play | Русский сервер',
    gamemode: 'РП v4.2',
    language: 'Русский',
    encoding: 'windows-1251',
    max: 300,
    weburl: 'https://samp.example.org/forum',
    rcon: { enabled: true, password: 'crowsnest' },
  },
});

/** open.mp with Portuguese texts in UTF-8, 40 players and links. */
export const openmpKind: SampKind = sampKind('openmp', {
  id: 'openmp',
  gameName: 'open.mp',
  regulars: 40,
  arrivalEvery: MINUTE,
  settings: {
    hostname: 'Crowsnest Vida Real | São Paulo',
    gamemode: 'Vida Real 2.1',
    language: 'Português',
    max: 100,
    weburl: 'www.crowsnest.example',
    links: {
      discord: 'https://discord.gg/crowsnest-example',
      lightBanner: '',
      darkBanner: '',
      logo: 'https://crowsnest.example/logo.png',
    },
    rcon: { enabled: true, password: 'crowsnest' },
  },
});

type Character = {
  id: string;
  gameName: string;
  regulars: number;
  arrivalEvery: number;
  settings: Partial<SampSettings> & { hostname: string; max: number };
};

function sampKind(family: SampFamily, character: Character): SampKind {
  const { id, gameName, regulars, arrivalEvery, settings } = character;
  const habits: Habits = {
    slots: settings.max,
    maps: ['San Andreas'],
    regulars: sampNames(regulars),
    arrivalEvery,
    stay: regulars * arrivalEvery,
    mapLasts: null,
    outage: null,
  };
  return {
    id,
    game: family,
    gameName,
    name: settings.hostname,
    habits,
    hidesNames: false,
    bots: () => [],
    sparedByFloods: (datagram) => readHeader(datagram)?.opcode === 'p',
    begin: () => liveServer(family, settings),
  };
}

function liveServer(
  family: SampFamily,
  settings: Partial<SampSettings>,
): ReturnType<SampKind['begin']> {
  let at = 0;
  const behaviour: SampBehaviour = createSampBehaviour({ family, settings, now: () => at });
  const slots = new Map<string, number>();
  return (datagram, from, { life, hideNames }) => {
    at = life.at;
    behaviour.set({ worldtime: worldTime(life, family) });
    // What a plugin hides is counted all the same (spec samp case 9).
    behaviour.seat(guestsOf(life, slots).map((guest) => ({ ...guest, hidden: hideNames })));
    return behaviour.answer(datagram, from).datagrams;
  };
}

/** A game day lasts 24 minutes; open.mp does not pad the hour (spec samp case 32). */
function worldTime({ at }: Life, family: SampFamily): string {
  const hour = Math.floor(at / MINUTE) % 24;
  return `${family === 'samp' ? String(hour).padStart(2, '0') : hour}:00`;
}

/** Who plays, each in the lowest slot that was free when they came. */
function guestsOf(life: Life, slots: Map<string, number>): SampGuest[] {
  const here = new Set(life.visitors.map(({ name }) => name));
  for (const name of slots.keys()) {
    if (!here.has(name)) {
      slots.delete(name);
    }
  }
  const taken = new Set(slots.values());
  return life.visitors.map((visitor) => {
    const slot = slots.get(visitor.name) ?? lowestFree(taken);
    slots.set(visitor.name, slot);
    taken.add(slot);
    return {
      name: sampNick(visitor.name),
      // Levels outlast a restart: role-play servers keep them.
      score: 1 + ((slot * 13) % 60) + score(visitor, life),
      ping: 25 + ((slot * 37 + Math.floor(life.at / MINUTE) * 11) % 120),
      slot,
    };
  });
}

function lowestFree(taken: ReadonlySet<number>): number {
  let slot = 0;
  while (taken.has(slot)) {
    slot += 1;
  }
  return slot;
}
