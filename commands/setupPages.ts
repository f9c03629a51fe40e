import { ButtonStyle } from 'discord.js';
import { button, buttonRows } from '#discord/button.ts';
import type { Reply } from '#discord/command.ts';
import { guildPage } from './setupGuild.ts';
import { planPage } from './setupPlan.ts';
import { serverPage } from './setupServer.ts';
import { SETUP, type Sitting } from './setupSitting.ts';

/** The page of a draft as it is now, with a sentence on top when something is in the way. */
export async function pageReply(sitting: Sitting, problem: string | null = null): Promise<Reply> {
  const draft = sitting.desk.setups.get(sitting.id);
  if (draft === null) {
    return overReply(sitting);
  }
  if (draft.outcome !== null) {
    return draft.outcome;
  }
  const { page, target } = draft;
  if (page === 'guild') {
    return guildPage(sitting, problem);
  }
  return page === 'server' || target === null
    ? serverPage(sitting, draft, problem)
    : planPage(sitting, { ...draft, target }, problem);
}

/** A set-up that nothing is known of any more. */
export function overReply({ desk, t }: Pick<Sitting, 'desk' | 't'>): Reply {
  const again = button({ command: SETUP, subject: 'another' }, t('setup.restart'), {
    style: ButtonStyle.Primary,
  });
  return {
    content: t('setup.over', { setup: desk.mention(SETUP) }),
    components: buttonRows([again]),
  };
}
