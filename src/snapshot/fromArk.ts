import { parseKeywords } from '#codec/ark/keywords.ts';
import { splitArkName } from '#codec/ark/name.ts';
import { type ArkRules, readArkRules } from '#codec/ark/rules.ts';
import { withoutControls } from './serverText.ts';
import type { ArkDetails } from './snapshot.ts';

/** What an ARK answer says, texts as sent. `rules` is empty when they were not answered. */
export type ArkSources = {
  name: string;
  keywords: string | null;
  rules: Readonly<Record<string, string>>;
};

/**
 * What ARK and the games built on it publish beside A2S_INFO (spec ark sections 3, 5, 6). The keywords repeat some rules
 * as far as they fit: a rule wins over its keyword. Missing is null, never false.
 */
export function arkDetails({ name, keywords, rules }: ArkSources): ArkDetails {
  const said = readArkRules({ ...Object.fromEntries(parseKeywords(keywords ?? '')), ...rules });
  const sessionName = said.sessionName === null ? null : splitArkName(said.sessionName);
  return {
    title: withoutControls(titleOf(name, said)).trim(),
    version: splitArkName(name).version ?? sessionName?.version ?? said.build,
    day: said.day,
    time: said.time,
    stage: said.stage === null ? null : withoutControls(said.stage),
    pvp: said.pvp,
    cluster: said.cluster,
    official: said.official,
    listed: null,
    legacy: said.legacy,
    battleye: said.battleye,
    password: said.password,
    allowDownloadChars: said.allowDownloadChars,
    allowDownloadItems: said.allowDownloadItems,
    mods: said.mods,
  };
}

/** The name without its version; the rules know it whole where A2S_INFO cuts it at 63 bytes (spec ark section 3). */
function titleOf(name: string, { customServerName, sessionName }: ArkRules): string {
  if (customServerName !== null && name.toLowerCase().startsWith(customServerName)) {
    return name.slice(0, customServerName.length);
  }
  return splitArkName(sessionName ?? name).title;
}
