/** Makes a document of version n + 1 of one of version n. Pure; what it does not know it leaves as it is. */
type Migration = (before: Fields) => Fields;
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same change in every entry of a list. */
const inEach = (list: unknown, change: Migration): unknown =>
  Array.isArray(list) ? list.map((one) => (isFields(one) ? change(one) : one)) : list;

/** Until there was a choice which comings and goings are told, both or neither were. */
const withJoins: Migration = ({ joinLeave, ...watch }) =>
  joinLeave === undefined ? watch : { joins: joinLeave === true ? 'both' : 'off', ...watch };

/**
 * All changes of stored documents, by namespace and by the version that is changed; 0 = written before its kind had versions.
 * The version itself is counted on by migrated(). A namespace that is not here has version 1 only.
 */
const MIGRATIONS: Readonly<Record<string, Readonly<Record<number, Migration>>>> = {
  guilds: {
    1: (guild) => ({ ...guild, watches: inEach(guild.watches, withJoins) }),
  },
  registrations: {
    0: (registration) => registration,
  },
  meta: {
    0: ({ stored }) => ({ text: stored }),
  },
};

const stepsOf = (namespace: string): Readonly<Record<number, Migration>> =>
  Object.hasOwn(MIGRATIONS, namespace) ? (MIGRATIONS[namespace] ?? {}) : {};

/** The version of what is stored; 0 = it has none. */
export const versionOf = (stored: unknown): number =>
  isFields(stored) && typeof stored.version === 'number' ? stored.version : 0;

/** The version that documents of a namespace are written in. */
export const newestVersion = (namespace: string): number =>
  1 + Math.max(0, ...Object.keys(stepsOf(namespace)).map(Number));

/** The oldest version that is still read. */
export const oldestVersion = (namespace: string): number =>
  Math.min(1, ...Object.keys(stepsOf(namespace)).map(Number));

/** The document in its newest version, step by step. Not checked: that is the schema's. */
export function migrated(namespace: string, stored: unknown): unknown {
  const steps = stepsOf(namespace);
  let version = versionOf(stored);
  let document: unknown = version === 0 && !isFields(stored) ? { stored } : stored;
  for (let step = steps[version]; step !== undefined; step = steps[version]) {
    version += 1;
    document = isFields(document) ? { ...step(document), version } : document;
  }
  return document;
}
