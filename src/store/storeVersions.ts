import { z } from 'zod';
import { newestVersion, versionOf } from './migrations.ts';
import type { Rows } from './rows.ts';
import { readRow, writeRow } from './rowText.ts';
import { asStoreError, StoreError } from './storeError.ts';

/** A small fact among the others, so that it is copied with them. */
const NAMESPACE = 'meta';
const KEY = `${NAMESPACE}:versions`;

/** By namespace, the newest version that any bot wrote its documents in. */
const versionsSchema = z.record(z.string(), z.number());
type Versions = z.infer<typeof versionsSchema>;

const textSchema = z.object({ text: z.string() });

/** What a row says; nothing where it can not be read, for then it is written anew. */
function versionsIn(stored: unknown): Versions {
  try {
    return versionsSchema.parse(JSON.parse(textSchema.parse(stored).text));
  } catch {
    return {};
  }
}

/**
 * Notes in the store the versions in which this bot writes the documents of these namespaces. Throws StoreError `newer` where a newer
 * bot noted one that this one can not read: document by document it would put aside what that wrote, and all guilds began anew.
 */
export async function noteVersions(
  rows: Pick<Rows, 'get' | 'set'>,
  namespaces: readonly string[],
  where: string,
): Promise<void> {
  const ours: Versions = Object.fromEntries(namespaces.map((name) => [name, newestVersion(name)]));
  try {
    const text = await rows.get(KEY);
    const stored = text === undefined ? null : readRow(text);
    const noted: Versions = { ...versionsIn(stored), [NAMESPACE]: versionOf(stored) };
    const newer = namespaces.find((name) => (noted[name] ?? 0) > (ours[name] ?? 0));
    if (newer !== undefined) {
      throw new StoreError(
        'newer',
        `a newer version of the bot has written to the store ${where} (${newer} in version ${noted[newer]}, this one reads ${ours[newer]}): start that one again, or put back a backup from before it`,
      );
    }
    if (namespaces.some((name) => noted[name] !== ours[name])) {
      const document = { version: newestVersion(NAMESPACE), text: JSON.stringify(ours) };
      await rows.set({ key: KEY, value: writeRow(document) });
    }
  } catch (error) {
    throw asStoreError(error, 'can not open the store', where);
  }
}
