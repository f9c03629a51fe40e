import { z } from 'zod';

const switches: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** A whole number within bounds. */
export const whole = (low: number, high: number, byDefault: number) => ({
  allowed: `a whole number from ${low} to ${high}`,
  schema: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= low && value <= high)
    .default(byDefault),
});

/** A switch, as people write it. */
export const onOff = {
  allowed: 'true or false',
  schema: z
    .string()
    .toLowerCase()
    .refine((text) => text in switches)
    .transform((text) => switches[text] === true)
    .default(false),
};

/** HOST:PORT to listen on; "off" for nothing. */
export const listen = (byDefault: string, example: string) => ({
  allowed: `HOST:PORT such as ${example}, or off`,
  schema: z
    .string()
    .regex(/^(off|(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5})$/)
    .refine((text) => text === 'off' || Number(text.slice(text.lastIndexOf(':') + 1)) <= 65535)
    .default(byDefault)
    .transform((text) => {
      const colon = text.lastIndexOf(':');
      return text === 'off'
        ? null
        : { host: text.slice(0, colon).replace(/[[\]]/g, ''), port: Number(text.slice(colon + 1)) };
    }),
});

/** Where lists of servers are read from; null for the usual place. */
export const webRoot = {
  allowed: 'an http(s) address such as https://lists.example.com',
  schema: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .nullable()
    .default(null),
};

/** Days of history by the minute, by five minutes, by the hour. */
export const historyDays = {
  allowed: 'three whole numbers from 1 to 3660 that grow, such as 2,30,400',
  schema: z
    .string()
    .regex(/^\d{1,4}( *, *\d{1,4}){2}$/)
    .default('2,30,400')
    .transform((text) => {
      const [minutes = 0, fives = 0, hours = 0] = text.split(',').map(Number);
      return { minutes, fives, hours };
    })
    .refine(
      ({ minutes, fives, hours }) =>
        minutes >= 1 && minutes <= fives && fives <= hours && hours <= 3660,
    ),
};

/** The page of the operator that takes players into a game. {address} may be anywhere but in the host's name. */
export const joinPage = {
  allowed:
    'an https address with {address} in its path or query, such as https://join.example.org/{address}',
  schema: z
    .string()
    .max(300)
    .regex(/^https:\/\/[^\s()<>[\]{}/?#]+[/?#](?:[^\s()<>[\]{}]|\{address\}|\{scheme\})*$/)
    .refine((url) => url.includes('{address}') && URL.canParse(url.replaceAll(/[{}]/g, '')))
    .nullable()
    .default(null),
};

/** Discord's own bots have fewer. */
const MOST_SHARDS = 10_000;

/** The numbers of "0-3,6"; null when a range runs backwards or a number comes twice. */
function readShards(text: string): number[] | null {
  const ids: number[] = [];
  for (const part of text.split(/ *, */)) {
    const [from = 0, to = from] = part.split(/ *- */).map(Number);
    if (to < from || to >= MOST_SHARDS) {
      return null;
    }
    ids.push(...Array.from({ length: to - from + 1 }, (_, n) => from + n));
  }
  return new Set(ids).size === ids.length ? ids : null;
}

/** The shards of this process; null for all of them. */
export const shards = {
  allowed:
    'auto, or the shards of this process, each once, as numbers and ranges such as 0-3 or 4,6-9',
  schema: z
    .string()
    .toLowerCase()
    .regex(/^(auto|\d{1,5}( *- *\d{1,5})?( *, *\d{1,5}( *- *\d{1,5})?)*)$/)
    .refine((text) => text === 'auto' || readShards(text) !== null)
    .default('auto')
    .transform((text) => (text === 'auto' ? null : readShards(text))),
};

/** How many shards all processes have together. */
export const shardCount = {
  allowed: `a whole number from 1 to ${MOST_SHARDS}: the shards of all processes together`,
  schema: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value >= 1 && value <= MOST_SHARDS)
    .nullable()
    .default(null),
};

/** Both as one frozen value. */
export const shardsOf = (ids: readonly number[], count: number) =>
  Object.freeze({ ids: Object.freeze([...ids].sort((a, b) => a - b)), count });
