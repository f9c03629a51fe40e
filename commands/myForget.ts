import { ButtonStyle } from 'discord.js';
import { buttonRows } from '#discord/button.ts';
import { COLOURS } from '#discord/colours.ts';
import type { Desk, Reply } from '#discord/command.ts';
import { wishButton } from '#discord/wishButtons.ts';
import type { Translate } from '#text/texts.ts';
import { done } from './managers.ts';

type Means = { desk: Desk; t: Translate };

/** What is stored about a person, and the button that deletes it. */
export async function forgetReply(personId: string, { desk, t }: Means): Promise<Reply> {
  const people = await desk.monitor.wishes.ofPerson(personId);
  if (people.length === 0) {
    return done(t('my.forget.nothing'));
  }
  const count = people.reduce((sum, { wishes, ended }) => sum + wishes.length + ended.length, 0);
  return {
    embeds: [
      {
        title: t('my.forget.title'),
        description: t('my.forget.text', { count }),
        color: COLOURS.attention,
      },
    ],
    components: buttonRows([
      wishButton({ do: 'forget' }, t('my.forget.button'), { style: ButtonStyle.Danger }),
    ]),
  };
}

/** Deletes all of it. */
export async function forgetEverything(personId: string, { desk, t }: Means): Promise<Reply> {
  await desk.monitor.forgetPerson(personId);
  return done(t('my.forget.done'));
}
