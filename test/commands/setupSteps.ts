import { expect, vi } from 'vitest';
import type { Asked } from '#sandbox/discord/asked.ts';
import type { Component, Message } from '#sandbox/discord/message.ts';
import { allComponents } from '#sandbox/discord/messageParts.ts';
import type { Crowsnest } from '#test/discord/crowsnest.ts';

type Who = { as?: string; in?: string; locale?: string };
type Typed = { address: string; game?: string };

/** Somebody in the middle of /setup: what the one message says, and what can be done with it. */
export type Steps = {
  message(): Message;
  /** Content, titles, descriptions and fields of the message. */
  words(): string;
  /** Waits until the message says this. */
  says(text: string): Promise<void>;
  /** A button or menu by the part of the set-up it belongs to; undefined when it is not there. */
  part(name: string): Component | undefined;
  press(name: string): Promise<void>;
  choose(name: string, ...values: string[]): Promise<void>;
  /** Presses the button for it, fills in the form and sends it. */
  typeServer(typed: Typed): Promise<void>;
  typeZone(name: string): Promise<void>;
  /** Clicks, and texts that were typed: what the set-up cost so far. */
  effort(): number;
};

/** Types /setup, or presses the button of a message that opens it. */
export async function beginSetup(
  crow: Crowsnest,
  who: Who = {},
  from?: { messageId: string; customId: string },
): Promise<Steps> {
  const { people } = crow.discord;
  const me = { as: 'ada', in: '#status', ...who };
  // Typing the command and sending it, or one press.
  let effort = from === undefined ? 2 : 1;
  const asked =
    from === undefined
      ? people.runCommand({ ...me, command: '/setup' })
      : people.click({ ...me, ...from });
  const { message: first } = await asked.reply();
  const message = (): Message => {
    const found = people.messages(me.in, me.as).find((post) => post.message.id === first.id);
    return (found ?? { message: first }).message;
  };
  const part = (name: string) =>
    allComponents(message().components).find(({ custom_id }) => custom_id?.endsWith(`:${name}`));
  const idOf = (name: string): { messageId: string; customId: string } => {
    const customId = part(name)?.custom_id;
    if (customId === undefined) {
      throw new Error(`the set-up has no ${name}: ${words()}`);
    }
    return { messageId: first.id, customId };
  };
  const words = (): string => {
    const { content, embeds } = message();
    const written = embeds.flatMap(({ title, description, fields = [] }) => [
      title,
      description,
      ...fields.flatMap(({ name, value }) => [name, value]),
    ]);
    return [content, ...written].filter(Boolean).join('\n');
  };
  /** Waits until the message was changed by this step. */
  const shown = async ({ interaction }: Asked): Promise<void> => {
    const path = new RegExp(`/${interaction.token}/`);
    const isEdited = () => crow.discord.journal.requests('PATCH', path).length > 0;
    await vi.waitUntil(isEdited, { interval: 5, timeout: 5000 });
  };
  const fill = async (name: string, values: Record<string, string>): Promise<void> => {
    const opened = people.click({ ...me, ...idOf(name) });
    await opened.modal();
    await shown(people.submitModal({ ...me, from: opened, values }));
    effort += 2 + Object.keys(values).length;
  };
  return {
    message,
    words,
    says: (text) => expect.poll(words, { interval: 10 }).toContain(text),
    part,
    effort: () => effort,
    press: async (name) => {
      effort += 1;
      await shown(people.click({ ...me, ...idOf(name) }));
    },
    choose: async (name, ...values) => {
      effort += 2;
      await shown(people.choose({ ...me, ...idOf(name), values }));
    },
    typeServer: ({ address, game }) =>
      fill('address', { address, ...(game === undefined ? {} : { game }) }),
    typeZone: async (zone) => {
      effort += 3;
      const opened = people.choose({ ...me, ...idOf('zone'), values: ['*'] });
      await opened.modal();
      await shown(people.submitModal({ ...me, from: opened, values: { zone } }));
    },
  };
}
