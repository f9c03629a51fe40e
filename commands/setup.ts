import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { type Answer, askersLanguage, type Command, type Desk } from '#discord/command.ts';
import { foundTarget } from '#discord/findPages.ts';
import { hostPort } from '#discord/serverAddress.ts';
import { WATCHED_PARTS } from '#monitor/observeServer.ts';
import type { Target } from '#snapshot/target.ts';
import { mayManage } from './managers.ts';
import { finishSetup } from './setupFinish.ts';
import { OTHER_ZONE, saveLanguage, saveZone, typedZone, zoneForm } from './setupGuild.ts';
import { overReply, pageReply } from './setupPages.ts';
import { addressForm, readServer, registeredOffers, typedServer } from './setupServer.ts';
import { readSubject, SETUP, type Sitting, type Use } from './setupSitting.ts';

/** The button of the greeting, which all can see; the others are in messages of those who were let in. */
const OPEN = 'open';
const ANOTHER = 'another';

/**
 * /setup: what to watch, where the status and the notices go, whom to ping, language and time zone, in one message that
 * changes in place. What was chosen is kept in memory only; each button carries the id of its draft.
 */
export const setup: Command = {
  name: SETUP,
  about: 'command.setup',
  group: 'watch',
  reach: 'guild',
  rights: PermissionFlagsBits.ManageGuild,
  looksUp: false,
  answer: (ask, desk) => begin(ask, desk, 'asker'),
  press(subject, press, desk) {
    if (subject === OPEN) {
      return mayManage(press) ? begin(press, desk, 'asker') : notAllowed(press, desk);
    }
    if (subject === ANOTHER) {
      return begin(press, desk, 'same');
    }
    const { sitting, part } = sittingOf(subject, press, desk);
    const draft = desk.setups.get(sitting.id);
    if (draft === null || draft.outcome !== null) {
      return change(sitting, {});
    }
    switch (part) {
      case 'address':
        return { opens: addressForm(sitting, draft) };
      case 'make':
        return change(sitting, { channelId: null });
      case 'guild':
        return change(sitting, { page: 'guild' });
      case 'start':
        return { seenBy: 'same', make: (signal) => finishSetup(sitting, signal) };
      case 'again':
        return draft.target === null ? change(sitting, {}) : asked(sitting, {}, draft.target);
      default:
        return change(sitting, { page: draft.target === null ? 'server' : 'plan' });
    }
  },
  choose(subject, menu, desk) {
    const { sitting, part } = sittingOf(subject, menu, desk);
    const [value] = menu.values;
    switch (part) {
      case 'server':
        return choseServer(sitting, foundTarget(value ?? ''));
      case 'status':
        return change(sitting, value === undefined ? {} : { channelId: value });
      case 'notices':
        return change(sitting, value === undefined ? {} : { noticeChannelId: value });
      case 'role':
        return change(sitting, { roleId: value ?? null });
      case 'language':
        return change(sitting, {}, () => saveLanguage(sitting, value ?? ''));
      default:
        return value === OTHER_ZONE
          ? { opens: zoneForm(sitting) }
          : change(sitting, {}, () => saveZone(sitting, value ?? ''));
    }
  },
  submit(subject, form, desk) {
    const { sitting, part } = sittingOf(subject, form, desk);
    if (part === 'zone') {
      return change(sitting, {}, () => saveZone(sitting, typedZone(form)));
    }
    const typed = typedServer(form);
    const server = readServer(typed, sitting.t);
    return server.ok
      ? asked(sitting, { typed, page: 'plan', snapshot: null }, server.target)
      : change(sitting, { typed, page: 'server' }, async () => server.problem);
  },
};

function sittingOf(subject: string, use: Use, desk: Desk): { sitting: Sitting; part: string } {
  const { id, part } = readSubject(subject);
  return { sitting: { id, use, desk, t: desk.texts.in(askersLanguage(use)) }, part };
}

function notAllowed(press: Use, desk: Desk): Answer {
  const t = desk.texts.in(askersLanguage(press));
  return { seenBy: 'asker', make: () => ({ content: t('watch.notAllowed') }) };
}

/** The first page of a new draft: everything here, nobody pinged. Servers to choose from are added when they were found. */
function begin(
  use: ChatInputCommandInteraction<'cached'> | ButtonInteraction<'cached'>,
  desk: Desk,
  seenBy: 'asker' | 'same',
): Answer {
  const id = desk.setups.open({
    page: 'server',
    offers: [],
    typed: { address: '', game: '' },
    target: null,
    snapshot: null,
    channelId: use.channelId,
    noticeChannelId: null,
    roleId: null,
    outcome: null,
  });
  const sitting = { id, use, desk, t: desk.texts.in(askersLanguage(use)) };
  return {
    seenBy,
    make: () => pageReply(sitting),
    async later(signal) {
      const offers = await registeredOffers(use.guildId, desk, signal);
      const draft = offers.length === 0 ? null : desk.setups.change(id, { offers });
      return draft?.page === 'server' ? pageReply(sitting) : null;
    },
  };
}

/**
 * Changes the draft and shows its page as it is then. `work` is done before, and gives a sentence when something is in the
 * way; null when not.
 */
function change(
  sitting: Sitting,
  what: Parameters<Desk['setups']['change']>[1],
  work: () => Promise<string | null> = async () => null,
): Answer {
  const { desk, id } = sitting;
  return desk.setups.change(id, what) === null
    ? { seenBy: 'same', make: () => overReply(sitting) }
    : { seenBy: 'same', make: async () => pageReply(sitting, await work()) };
}

/** The same, and shows what the server answers as soon as it does; the person goes on meanwhile. */
function asked(
  sitting: Sitting,
  what: Parameters<Desk['setups']['change']>[1],
  target: Target,
): Answer {
  const { desk, id } = sitting;
  return {
    ...change(sitting, { ...what, target }),
    async later(signal) {
      const snapshot = await desk.takeSnapshot(target, WATCHED_PARTS, signal);
      const isStill = desk.setups.get(id)?.target === target;
      const draft = isStill ? desk.setups.change(id, { snapshot }) : null;
      return draft?.page === 'plan' && draft.outcome === null ? pageReply(sitting) : null;
    },
  };
}

function choseServer(sitting: Sitting, target: Target | null): Answer {
  if (target === null) {
    return change(sitting, {});
  }
  const typed = { address: hostPort(target.host, target.port), game: target.game ?? '' };
  return asked(sitting, { typed, page: 'plan', snapshot: null }, target);
}
