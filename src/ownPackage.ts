import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({
  version: z.string(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});

/** What package.json says of the bot: its version, and where its source is (null when it names no address of the web). */
export function ownPackage(): { version: string; source: string | null } {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version, homepage, repository } = manifest.parse(JSON.parse(text));
  const named = typeof repository === 'string' ? repository : repository?.url;
  const places = [named?.replace(/^git\+/, '').replace(/\.git$/, ''), homepage];
  return { version, source: places.find((place) => place?.startsWith('https://')) ?? null };
}
