import { type APIActionRowComponent, type APIButtonComponent, ButtonStyle } from 'discord.js';
import type { Snapshot } from '#snapshot/snapshot.ts';
import type { Target } from '#snapshot/target.ts';
import type { Translate } from '#text/texts.ts';
import { cut } from './foreignText.ts';
import { LIMITS } from './limits.ts';

/** Which server a page belongs to, short enough for a button: a watch of the guild, or an address. */
export type PageServer =
  | { kind: 'watch'; watchId: string }
  | { kind: 'address'; host: string; port: number; game: string | null }
  /** No server but a list of them that is kept for a while. */
  | { kind: 'found'; listId: string };

/** All that a page button remembers; it lives in the button, so it survives a restart. */
export type PageState = {
  command: string;
  /** From 0. */
  page: number;
  /** Who asked, and so may turn the pages. */
  userId: string;
  server: PageServer | null;
};

type ButtonRow = APIActionRowComponent<APIButtonComponent>;

const ROW = 1;
const BUTTON = 2;

/** Most lines of a page, and most UTF-16 units with the line ends. */
type PageLimits = { lines: number; length: number };

/** Lines dealt out to pages, in order. At least one page, perhaps empty; a line that is too long has one to itself. */
export function dealLines(lines: readonly string[], limits: PageLimits): string[][] {
  const pages: string[][] = [[]];
  let length = 0;
  for (const line of lines) {
    const page = pages.at(-1) ?? [];
    if (page.length === limits.lines || (page.length > 0 && length + line.length > limits.length)) {
      pages.push([line]);
      length = line.length + 1;
    } else {
      page.push(line);
      length += line.length + 1;
    }
  }
  return pages;
}

/** The texts of such pages. */
export function paginate(lines: readonly string[], limits: PageLimits): string[] {
  return dealLines(lines, limits).map((page) => page.join('\n'));
}

/** The page that is there when `wanted` is not: lists grow shorter between two presses. */
export function clampPage(wanted: number, pages: number): number {
  return Math.max(0, Math.min(wanted, pages - 1));
}

/** The button's id, or null when it does not fit (no button then). */
export function encodePageState(state: PageState): string | null {
  const { server } = state;
  const head = [state.command, String(state.page), state.userId];
  const id = [...head, ...(server === null ? [] : encodeServer(server))].join(':');
  return id.length <= LIMITS.customId ? id : null;
}

function encodeServer(server: PageServer): string[] {
  switch (server.kind) {
    case 'watch':
      return ['w', server.watchId];
    case 'found':
      return ['f', server.listId];
    case 'address':
      return ['s', server.game ?? '', String(server.port), server.host];
  }
}

/** What a button's id says, or null when it is none of ours or of an older form. */
export function decodePageState(id: string): PageState | null {
  const parts = /^([a-z]+):(-?\d{1,5}):(\d{17,20})(?::(.+))?$/.exec(id);
  const [, command, page, userId, rest] = parts ?? [];
  if (command === undefined || userId === undefined) {
    return null;
  }
  const state = { command, page: Number(page), userId };
  if (rest === undefined) {
    return { ...state, server: null };
  }
  const watch = /^w:([a-z0-9]{4,12})$/.exec(rest);
  if (watch?.[1] !== undefined) {
    return { ...state, server: { kind: 'watch', watchId: watch[1] } };
  }
  const found = /^f:([a-z0-9]{4,16})$/.exec(rest);
  if (found?.[1] !== undefined) {
    return { ...state, server: { kind: 'found', listId: found[1] } };
  }
  const [, game, port, host] = /^s:([^:]*):(\d{1,5}):([^\s]+)$/.exec(rest) ?? [];
  return host === undefined
    ? null
    : { ...state, server: { kind: 'address', host, port: Number(port), game: game || null } };
}

/** The address a button can carry: the name as typed, or the address it stands for when the name is long. */
export function pageServer(snapshot: Snapshot, longest: number): PageServer {
  const { host, address, port, game } = snapshot.target;
  return { kind: 'address', host: host.length <= longest ? host : (address ?? host), port, game };
}

/** What to ask for the address of a button. */
export function pageTarget(server: Extract<PageServer, { kind: 'address' }>): Target {
  return { host: server.host, port: server.port, game: server.game };
}

/** The buttons below a page: back, where we are, on. None when one page is all, or when the state does not fit. */
export function pageButtons(state: PageState, pages: number, t: Translate): ButtonRow[] {
  const ids = [-1, 0, 1].map((step) => encodePageState({ ...state, page: state.page + step }));
  const [back, here, on] = ids;
  if (pages <= 1 || !back || !here || !on) {
    return [];
  }
  const label = t('page.of', { page: state.page + 1, pages });
  const button = (id: string, text: string, disabled: boolean): APIButtonComponent => ({
    type: BUTTON,
    style: ButtonStyle.Secondary,
    custom_id: id,
    label: cut(text, LIMITS.buttonLabel),
    disabled,
  });
  return [
    {
      type: ROW,
      components: [
        button(back, '◀', state.page <= 0),
        button(here, label, true),
        button(on, '▶', state.page >= pages - 1),
      ],
    },
  ];
}
