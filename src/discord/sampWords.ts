import type { APIEmbedField } from 'discord.js';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Translate } from '#text/texts.ts';
import { escaped } from './foreignText.ts';
import { colourCodes } from './serverWords.ts';

const SHORT = 120;
const HOST = 60;
/** A longer address is shown by its host only, so that all links together fit into a field. */
const LINK = 300;

/** Game mode, language and links of a SA:MP or open.mp server; empty for others and for what it does not say. */
export function sampFields(snapshot: Snapshot, t: Translate): APIEmbedField[] {
  const { samp } = snapshot;
  if (samp === null) {
    return [];
  }
  const colours = colourCodes(snapshot);
  const links = [websiteWords(snapshot), namedLink('Discord', samp.links?.discord ?? null)];
  const facts: [string, string][] = [
    [t('samp.gamemode'), escaped(samp.gamemode ?? '', SHORT, colours)],
    [t('samp.language'), escaped(samp.language ?? '', SHORT, colours)],
    [t('samp.links'), links.filter((link) => link !== '').join(' · ')],
  ];
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({ name, value, inline: true }));
}

/** What a player of SA:MP wants to know before the raw rules: as in the status, and the pictures that open.mp links to. */
export function sampSummary(snapshot: Snapshot, t: Translate): APIEmbedField[] {
  const links = snapshot.samp?.links ?? null;
  const pictures = [
    namedLink(t('samp.logo'), links?.logo ?? null),
    namedLink(t('samp.lightBanner'), links?.lightBanner ?? null),
    namedLink(t('samp.darkBanner'), links?.darkBanner ?? null),
  ];
  const value = pictures.filter((link) => link !== '').join(' · ');
  const fields = sampFields(snapshot, t);
  return value === '' ? fields : [...fields, { name: t('samp.pictures'), value, inline: true }];
}

/** A link that may be clicked, under the name of its host; anything else that stands in weburl is only text. */
function websiteWords({ samp, rules }: Snapshot): string {
  const website = samp?.website ?? null;
  if (website !== null) {
    return namedLink(new URL(website).host, website);
  }
  const said = Object.entries(rules.values).find(([name]) => name.toLowerCase() === 'weburl');
  return escaped(said?.[1] ?? '', SHORT);
}

/** The address was checked (snapshot/webLink); a bracket in it would end the link too early. */
function namedLink(name: string, url: string | null): string {
  if (url === null) {
    return '';
  }
  const address = url.replaceAll('(', '%28').replaceAll(')', '%29');
  const text = escaped(name, HOST);
  return address.length <= LINK ? `[${text}](${address})` : escaped(new URL(url).host, HOST);
}
