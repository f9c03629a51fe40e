import type { SendNotice, SendOutcome, Unheard } from '#monitor/statusView.ts';
import { partsOf } from '#monitor/watchChange.ts';
import type { Notice } from '#store/noticeDocument.ts';
import type { DiscordFailure } from './discordFailure.ts';
import { growingPause } from './pauses.ts';
import { barePersonal, personalMessage } from './personalMessage.ts';
import type { SightOf } from './personSight.ts';
import { createNoticeOutcome, createPostNotice, type NoticeParts } from './sendNotice.ts';

/** The person shares no guild with the bot any more. */
const NO_MUTUAL_GUILD = 50278;

/**
 * Makes the function that sends a notice to the person who asked for it, if that person may still see the channels with the status of
 * those servers. Discord is asked that before every message.
 */
export function createSendPersonal(parts: NoticeParts & { sightOf: SightOf }): SendNotice {
  const { texts, sightOf, now, random = Math.random } = parts;
  const post = createPostNotice(parts, createPersonalOutcome(parts));
  return async (notice, language, signal) => {
    const { guildId, person } = notice;
    const places = new Set(partsOf(notice).flatMap((part) => part.person?.placeId ?? []));
    const sight = person && (await sightOf(guildId, person.id, [...places]));
    if (sight === null) {
      const notBefore = now() + growingPause(notice.failures, random);
      return { kind: 'later', notBefore, reason: 'member not known', refused: true };
    }
    if (!sight.isMember) {
      return unheard('left');
    }
    if (sight.hidden.length > 0) {
      return unheard('hidden', sight.hidden);
    }
    const t = texts.in(language ?? parts.languageOf(guildId));
    const forms = {
      whole: () => personalMessage(notice, t),
      uncalling: () => personalMessage(notice, t),
      bare: () => barePersonal(notice, t),
    };
    return post(notice, forms, signal);
  };
}

const unheard = (why: Unheard['why'], hidden: string[] = []): SendOutcome => ({
  kind: 'unheard',
  why,
  hidden,
});

/** As for a channel, but that nobody can mend it: what Discord does not let through, the person does not want or can not get. */
function createPersonalOutcome(
  parts: NoticeParts,
): (failure: DiscordFailure, notice: Notice) => SendOutcome {
  const outcomeOf = createNoticeOutcome(parts);
  return (failure, notice) => {
    if (failure.code === NO_MUTUAL_GUILD) {
      return unheard('left');
    }
    const outcome = outcomeOf(failure, notice);
    return outcome.kind === 'parked' ? unheard('closed') : outcome;
  };
}
