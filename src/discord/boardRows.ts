import type { Translate } from '#text/texts.ts';
import { totalWords } from './boardTotals.ts';
import { escaped, inlineCode } from './foreignText.ts';
import { joinAddress } from './serverAddress.ts';
import { arkTime, colourCodes, onlineOfMax, serverName } from './serverWords.ts';
import { FACES, faceOf, type StatusPicture, stateWords } from './statusFace.ts';

type Pictures = readonly StatusPicture[];

const NAME = 80;
const MAP = 40;
const ADDRESS = 100;
const CLUSTER = 60;

/** The name people know a server by, as it may stand in a line. */
export function rowName({ snapshot, lastSeen }: StatusPicture): string {
  return escaped(serverName(snapshot, lastSeen), NAME, colourCodes(snapshot));
}

/** The map it runs, or ran when it was last seen; empty when nobody told. */
function mapOf({ snapshot, lastSeen }: StatusPicture): string {
  return escaped(snapshot.map ?? lastSeen?.map ?? '', MAP, colourCodes(snapshot));
}

export const joinCode = ({ snapshot, lastSeen }: StatusPicture): string =>
  inlineCode(joinAddress(snapshot, lastSeen), ADDRESS);

export const dotted = (parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' · ');

/** "🟢 **label** · 12/70 · more · 99.87%"; while it does not answer the state, since when, and how many were there before. */
function row(picture: StatusPicture, label: string, more: readonly string[], t: Translate) {
  const { snapshot, lastSeen } = picture;
  const locked = snapshot.state === 'online' && snapshot.password === true ? ' 🔒' : '';
  const head = `${FACES[faceOf(picture)].mark} **${label}**${locked}`;
  const uptime = picture.uptime ?? '';
  if (snapshot.state === 'online') {
    return dotted([head, onlineOfMax(snapshot.players) ?? t('count.unknown'), ...more, uptime]);
  }
  const players = lastSeen && onlineOfMax(lastSeen);
  const before = players === null ? '' : t('board.before', { players });
  return dotted([head, stateWords(picture, t), before, ...more, uptime]);
}

/** One row a server: state, name, players, map; below it where to join, for beside it there is no room on a phone. */
export const compactRows = (pictures: Pictures, t: Translate): string[] =>
  pictures.map((picture) => {
    const map = picture.snapshot.state === 'online' ? mapOf(picture) : '';
    return `${row(picture, rowName(picture), [map], t)}\n${joinCode(picture)}`;
  });

/** Which cluster a server belongs to, also while it does not answer. */
const clusterOf = ({ snapshot, lastSeen }: StatusPicture): string =>
  snapshot.ark?.cluster ?? lastSeen?.cluster ?? '';

/** What players call an ARK map: its level's name without the engine's ending, as in Aberration_P and TheIsland_WP. */
const arkMapOf = (picture: StatusPicture): string => mapOf(picture).replace(/\\_W?P$/, '');

function clusterRow(picture: StatusPicture, label: string, t: Translate): string {
  const { ark } = picture.snapshot;
  const mode = ark === null || ark.pvp === null ? '' : t(ark.pvp ? 'ark.pvp' : 'ark.pve');
  return row(picture, label, [(ark && arkTime(ark, t)) ?? '', mode], t);
}

/** The rows of one cluster; two servers of one map are told apart by their names. */
function rowsOfCluster(pictures: Pictures, t: Translate): string[] {
  const maps = pictures.map(arkMapOf);
  return pictures.map((picture, place) => {
    const map = maps[place] ?? '';
    const isOnly = maps.indexOf(map) === maps.lastIndexOf(map);
    const name = rowName(picture);
    return clusterRow(picture, map === '' ? name : isOnly ? map : `${map} (${name})`, t);
  });
}

/** One row a map: players, day, PvE or PvP. Several clusters follow each other, each under its name with its totals. */
export function clusterRows(pictures: Pictures, t: Translate): string[] {
  const clusters = [...Map.groupBy(pictures, clusterOf)];
  if (clusters.length < 2) {
    return rowsOfCluster(pictures, t);
  }
  return clusters.flatMap(([cluster, its], place) => {
    const name = escaped(cluster, CLUSTER) || t('board.noCluster');
    const head = `${place === 0 ? '' : '\n'}**${name}** · ${totalWords(its, t)}`;
    const [first = '', ...rest] = rowsOfCluster(its, t);
    return [`${head}\n${first}`, ...rest];
  });
}
