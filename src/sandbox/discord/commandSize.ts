import type { CommandOption } from './command.ts';

/** What counts towards the size of a command, option or choice. */
type Sized = {
  name: string;
  description?: string;
  value?: string | number;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
  options?: readonly CommandOption[];
  choices?: readonly Sized[];
};

/** Characters over names, descriptions and values; of localised texts the longest counts (spec discord section 2). */
export function commandSize(part: Sized): number {
  const inner = [...(part.options ?? []), ...(part.choices ?? [])];
  return (
    longest(part.name, part.name_localizations) +
    longest(part.description ?? '', part.description_localizations) +
    (typeof part.value === 'string' ? [...part.value].length : 0) +
    inner.reduce((sum, one) => sum + commandSize(one), 0)
  );
}

function longest(text: string, localized: Record<string, string> | null | undefined): number {
  const lengths = [text, ...Object.values(localized ?? {})].map((one) => [...one].length);
  return Math.max(...lengths);
}
