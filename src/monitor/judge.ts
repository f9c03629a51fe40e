import type { Logger } from 'pino';
import type { Notice } from '#store/noticeDocument.ts';
import type { Store } from '#store/openStore.ts';
import {
  type Blindness,
  type BlindStep,
  readBlindness,
  stepBlindness,
  writeBlindness,
} from './blindness.ts';
import { type GuildWatch, newNotice, noticeId } from './noticesFor.ts';
import { doubtOf, type Evidence, FEWEST_HOSTS, judgeSight } from './sight.ts';
import type { CanSee } from './statusView.ts';

/** What is known when misses are to be judged. `from`: when the first of them was seen (ms). */
type Case = {
  evidence: readonly Evidence[];
  from: number;
  /** Asks hosts that are up and not among `others`, at most `count`. */
  askWitnesses: (others: ReadonlySet<string>, count: number) => Promise<Evidence[]>;
  /** All who watch something. */
  everybody: () => readonly GuildWatch[];
};

/** `dns`: names are found; while they are not, a server that could not be found is not blamed. */
type Verdict = Pick<BlindStep, 'counts' | 'over'> & { dns: boolean };

/** Says whether servers may be blamed for their silence, and remembers what could not be seen, over restarts too. */
export type Judge = {
  decide(asked: Case): Promise<Verdict>;
  /** Whether nothing that falls silent counts now. */
  isBlind(): boolean;
  /** Notes who watched a server whose miss did not count. */
  missed(watches: readonly GuildWatch[]): void;
  /** Stores one note for each notice channel that a blindness concerned, and gives them. */
  tell(over: NonNullable<Verdict['over']>): Promise<Notice[]>;
};

/** Where the store keeps a blindness that lasts. */
const MEMO = 'blindness';

const channelOf = ({ guildId, watch }: GuildWatch): string => `${guildId}/${watch.noticeChannelId}`;

function blindNotice(
  { guildId, watch }: GuildWatch,
  { from, to, why }: NonNullable<Verdict['over']>,
  now: number,
): Notice {
  return newNotice({
    id: noticeId(from, 'blind', channelOf({ guildId, watch })),
    guildId,
    watchId: watch.id,
    channelId: watch.noticeChannelId,
    roleId: null,
    news: { kind: 'blind', name: null, address: '', from, to, why },
    createdAt: now,
  });
}

/** Makes the judge. The references are asked only when somebody fell silent. */
export function createJudge(parts: {
  store: Store;
  canSee: CanSee;
  now: () => number;
  log: Logger;
}): Judge {
  const { store, canSee, now, log } = parts;
  /** undefined = not read yet. */
  let blindness: Blindness | null | undefined;
  const concerned = new Map<string, GuildWatch>();

  async function remember(before: Blindness | null, after: Blindness | null): Promise<void> {
    blindness = after;
    if (before === null && after !== null) {
      log.warn({ event: 'blind', ...after }, 'can not see: servers are not blamed for silence');
    } else if (before !== null && after === null) {
      log.info({ event: 'sight', from: before.from, why: before.why }, 'can see again');
    }
    if (before?.silentSince !== after?.silentSince || before?.from !== after?.from) {
      await store.notes.set(MEMO, writeBlindness(after));
    }
  }

  const note = (watches: readonly GuildWatch[]): void => {
    for (const one of watches) {
      const key = channelOf(one);
      concerned.set(key, concerned.get(key) ?? one);
    }
  };

  /** The blindness that lasts; one from before this process concerns everybody. */
  async function begun(everybody: Case['everybody']): Promise<Blindness | null> {
    if (blindness === undefined) {
      blindness = readBlindness(await store.notes.get(MEMO));
      note(blindness === null ? [] : everybody());
    }
    return blindness;
  }

  return {
    async decide({ evidence, from, askWitnesses, everybody }) {
      const before = await begun(everybody);
      const { nothing, silent, fewHosts } = doubtOf(evidence);
      const inDoubt = silent || evidence.some(({ nameless }) => nameless);
      const references = inDoubt ? await canSee() : { gateway: true, dns: true };
      if (nothing) {
        return { counts: before === null, over: null, dns: references.dns };
      }
      const hosts = new Set(evidence.map(({ host }) => host));
      const witnesses = silent && fewHosts ? await askWitnesses(hosts, FEWEST_HOSTS) : [];
      const why = judgeSight([...evidence, ...witnesses], references);
      const { after, counts, over } = stepBlindness(before, why, { from, now: now() });
      await remember(before, after);
      return { counts, over, dns: references.dns };
    },
    isBlind: () => blindness != null,
    missed: note,
    async tell(over) {
      const notices = [...concerned.values()].map((one) => blindNotice(one, over, now()));
      concerned.clear();
      await Promise.all(notices.map((notice) => store.outbox.put(notice)));
      return notices;
    },
  };
}
