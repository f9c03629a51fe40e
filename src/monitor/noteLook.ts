import type { History } from '#history/history.ts';
import { hasPlannedWork } from './attention.ts';
import type { GuildWatch } from './noticesFor.ts';
import type { Picture } from './statusBoard.ts';
import { peopleIn } from './watchRules.ts';

/** Takes a look that counts into the history, and for whom of its watches it fell into planned work. */
export function noteLook(
  history: History,
  key: string,
  watches: readonly GuildWatch[],
  { snapshot, availability: { state }, checkedAt: at }: Picture,
  everyMs: number,
): void {
  const { players, pingMs } = snapshot;
  const answered = snapshot.state === 'online';
  const people = answered ? peopleIn(snapshot) : null;
  history.note(key, { at, state, answered, people, slots: players.max, pingMs }, everyMs);
  for (const { guildId, watch } of state === 'up' ? [] : watches) {
    if (hasPlannedWork(watch, at)) {
      history.notePlanned(guildId, watch.id, at, everyMs);
    }
  }
}
