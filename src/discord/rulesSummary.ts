import type { APIEmbedField } from 'discord.js';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Translate } from '#text/texts.ts';
import { joinWithin } from './embedBudget.ts';
import { escaped, inlineCode } from './foreignText.ts';
import { LIMITS } from './limits.ts';
import { arkTime } from './serverWords.ts';

const VALUE = 200;
const MOD_NAME = 60;

/**
 * What a player of ARK (and the games built on it) wants to know before the raw rules; what the server does not say is left
 * out, never shown as "no" (spec ark section 7). Empty for other games.
 */
export function arkSummary(snapshot: Snapshot, t: Translate): APIEmbedField[] {
  const ark = snapshot.ark;
  if (ark === null) {
    return [];
  }
  const password = ark.password ?? snapshot.password;
  const facts: [string, string | null][] = [
    [t('ark.time'), arkTime(ark, t)],
    [t('ark.mode'), ark.pvp === null ? null : t(ark.pvp ? 'ark.pvp' : 'ark.pve')],
    [t('ark.cluster'), ark.cluster === null ? null : escaped(ark.cluster, VALUE)],
    [t('ark.official'), officialWords(ark, t)],
    [t('ark.battleye'), ark.battleye === null ? null : t(yesNo(ark.battleye))],
    [
      t('ark.password'),
      password === null ? null : t(password ? 'value.needed' : 'value.notNeeded'),
    ],
    [t('ark.downloads'), downloadWords(ark, t)],
    [t('ark.version'), ark.version === null ? null : escaped(ark.version, VALUE)],
  ];
  const fields = facts.flatMap(([name, value]) =>
    value === null || value === '' ? [] : [{ name, value, inline: true }],
  );
  const mods = ark.mods.map((id) => workshopLink(id, id));
  return [...fields, ...modField(t('ark.mods'), mods, t)];
}

/** DLC, mods with Workshop links, and signatures by name (Arma 3, DayZ). Empty for other games. */
export function armaSummary(snapshot: Snapshot, t: Translate): APIEmbedField[] {
  const arma = snapshot.arma;
  if (arma === null) {
    return [];
  }
  const dlcs = arma.dlcs.map((name) => escaped(name, MOD_NAME)).filter((name) => name !== '');
  const mods = arma.mods
    .map((mod) => workshopLink(mod.name, mod.workshopId))
    .filter((mod) => mod !== '');
  const signatures = arma.signatures
    .map((name) => inlineCode(name, MOD_NAME))
    .filter((name) => name !== '');
  return [
    ...modField(t('arma.dlcs'), dlcs, t),
    ...modField(t('arma.mods'), mods, t),
    ...modField(t('arma.signatures'), signatures, t),
  ];
}

function modField(name: string, items: readonly string[], t: Translate): APIEmbedField[] {
  const more = (count: number) => t('list.more', { count });
  const value = joinWithin(items, ' · ', LIMITS.fieldValue, more);
  return items.length === 0 ? [] : [{ name: `${name} (${items.length})`, value }];
}

/** The address is ours and the id only digits, so the link leads to the Workshop and nowhere else. */
function workshopLink(name: string, id: string | null): string {
  const text = escaped(name, MOD_NAME);
  return id !== null && text !== '' && /^\d{1,20}$/.test(id)
    ? `[${text}](https://steamcommunity.com/sharedfiles/filedetails/?id=${id})`
    : text;
}

/** A server claims what it likes: only the list of official servers proves it. */
function claimWords({ official, listed }: NonNullable<Snapshot['ark']>, t: Translate) {
  if (official !== true) {
    return null;
  }
  return t(listed === null ? 'ark.saysOfficial' : listed ? 'ark.isOfficial' : 'ark.notOfficial');
}

function officialWords(ark: NonNullable<Snapshot['ark']>, t: Translate): string | null {
  const words = [claimWords(ark, t), ark.legacy === true ? t('ark.legacy') : null].filter(
    (word) => word !== null,
  );
  return words.length === 0 ? null : words.join(', ');
}

function downloadWords(ark: NonNullable<Snapshot['ark']>, t: Translate): string | null {
  const mark = (allowed: boolean) => (allowed ? '✅' : '❌');
  const words = [
    ark.allowDownloadChars === null
      ? null
      : t('ark.downloadChars', { mark: mark(ark.allowDownloadChars) }),
    ark.allowDownloadItems === null
      ? null
      : t('ark.downloadItems', { mark: mark(ark.allowDownloadItems) }),
  ].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(', ');
}

const yesNo = (value: boolean) => (value ? 'value.yes' : 'value.no');
