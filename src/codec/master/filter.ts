import type { ServerType } from './serverReport.ts';

/** A filter: every condition must hold (spec master section 3). */
export type Filter = {
  readonly all: readonly Condition[];
};

/** One key and its value, or an operator over others. Keys are in lower case, except in what is ignored. */
export type Condition =
  /** Off means "no constraint", except for `password`, where it means "no password". */
  | { kind: 'flag'; key: FlagKey; on: boolean }
  | { kind: 'text'; key: TextKey; value: string }
  | { kind: 'type'; key: 'type'; value: ServerType }
  | { kind: 'app'; key: AppKey; appId: number }
  | { kind: 'tags'; key: TagsKey; tags: readonly string[] }
  /** `*` stands for any run of characters; nothing else is special. */
  | { kind: 'glob'; key: GlobKey; glob: string }
  | { kind: 'address'; key: AddressKey; address: string; port: number | null }
  | { kind: 'operator'; key: OperatorKey; operands: readonly Condition[] }
  /** Kept as sent, so that a filter can be passed on; no constraint, and dropped from its operator. */
  | { kind: 'ignored'; key: string; value: string };

export const FLAG_KEYS = [
  'dedicated',
  'secure',
  'linux',
  'password',
  'empty',
  'hasplayers',
  'full',
  'notfull',
  'noplayers',
  'proxy',
  'white',
  'collapse_addr_hash',
] as const;
export type FlagKey = (typeof FLAG_KEYS)[number];

export const TEXT_KEYS = ['gamedir', 'map'] as const;
type TextKey = (typeof TEXT_KEYS)[number];

export const APP_KEYS = ['appid', 'napp'] as const;
type AppKey = (typeof APP_KEYS)[number];

export const TAGS_KEYS = [
  'gametype',
  'gametagsand',
  'gametagsnor',
  'gamedata',
  'gamedataand',
  'gamedataor',
  'gamedatanor',
] as const;
export type TagsKey = (typeof TAGS_KEYS)[number];

export const GLOB_KEYS = ['name_match', 'version_match'] as const;
type GlobKey = (typeof GLOB_KEYS)[number];

export const ADDRESS_KEYS = ['gameaddr', 'addr'] as const;
type AddressKey = (typeof ADDRESS_KEYS)[number];

export const OPERATOR_KEYS = ['nor', 'nand', 'or', 'and'] as const;
export type OperatorKey = (typeof OPERATOR_KEYS)[number];

/** The member of a list of keys that a text names, whatever its case; null when it names none. */
export function keyIn<K extends string>(keys: readonly K[], text: string): K | null {
  const lower = text.toLowerCase();
  return keys.find((key) => key === lower) ?? null;
}

/** Whether a text is a key of spec master 3.2, operators included. */
export function isFilterKey(text: string): boolean {
  return ALL_KEYS.has(text.toLowerCase());
}

/** Keys of one condition, without the operators that hold several. */
export const PLAIN_KEYS = [
  ...FLAG_KEYS,
  ...TEXT_KEYS,
  'type',
  ...APP_KEYS,
  ...TAGS_KEYS,
  ...GLOB_KEYS,
  ...ADDRESS_KEYS,
] as const;

const ALL_KEYS: ReadonlySet<string> = new Set([...PLAIN_KEYS, ...OPERATOR_KEYS]);

/** Whether all servers of an address but that with the lowest port are to be left out, after everything else. */
export function collapsesAddresses({ all }: Filter): boolean {
  return all.some(
    (condition) =>
      condition.kind === 'flag' && condition.key === 'collapse_addr_hash' && condition.on,
  );
}
