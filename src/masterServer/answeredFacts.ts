import type { A2sInfo } from '#codec/a2s/info.ts';
import type { GoldsrcInfo } from '#codec/goldsrc/info.ts';
import {
  cleanText,
  type ServerOs,
  type ServerType,
  splitTags,
} from '#codec/master/serverReport.ts';

/** What a server answered when the master asked it back; it wins over what its heartbeat said. */
export type AnsweredFacts = {
  name: string;
  map: string;
  players: number;
  max: number;
  bots: number | null;
  version: string | null;
  /** Null from GoldSrc, whose answer names no app. */
  appId: number | null;
  type: ServerType | null;
  os: ServerOs | null;
  password: boolean;
  secure: boolean | null;
  /** Null where the answer has no keywords: the heartbeat's tags stand. */
  tags: readonly string[] | null;
};

const APP_BITS = 0xff_ffffn;

/** Takes the facts out of an A2S answer; null when there is none in it. Never throws. */
export function answeredFacts(answer: {
  info: A2sInfo | null;
  goldsrcInfo: GoldsrcInfo | null;
}): AnsweredFacts | null {
  const { info, goldsrcInfo } = answer;
  const told = info ?? goldsrcInfo;
  return told === null
    ? null
    : {
        name: cleanText(told.name),
        map: cleanText(told.map),
        players: told.players,
        max: told.maxPlayers,
        bots: told.bots,
        version: info === null ? null : cleanText(info.version),
        appId: info === null ? null : appOf(info),
        type: oneOf(TYPES, told.serverType),
        os: told.os.toLowerCase() === 'o' ? 'm' : oneOf(SYSTEMS, told.os),
        password: told.password,
        secure: told.secure,
        tags: info?.keywords == null ? null : splitTags(cleanText(info.keywords)),
      };
}

const TYPES = ['d', 'l', 'p'] as const;
const SYSTEMS = ['l', 'w', 'm'] as const;

/** The low 24 bits of the game id; the 16 bits of the answer's head where there is none. 0 names no app. */
function appOf({ gameId, appId }: A2sInfo): number | null {
  const app = gameId === null ? appId : Number(gameId & APP_BITS);
  return app === 0 ? null : app;
}

function oneOf<T extends string>(known: readonly T[], letter: string): T | null {
  return known.find((each) => each === letter.toLowerCase()) ?? null;
}
