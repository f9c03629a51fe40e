import { z } from 'zod';
import type { CommandChoice } from '#sandbox/discord/command.ts';
import { PeopleError } from '#sandbox/discord/finding.ts';
import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';
import { type ForeignMaster, MASTER_FAULTS } from '#sandbox/lists/foreignMaster.ts';
import { NO_TROUBLE } from '#sandbox/servers/wireTrouble.ts';
import type { World } from '#sandbox/servers/world.ts';
import { mayManage, viewerOf } from './pageState.ts';

/** A request of the page was refused; the message is for the person who made it. `status` is that of the HTTP answer. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal';
  readonly status: number;

  constructor(message: string, { status, ...options }: ErrorOptions & { status: number }) {
    super(message, options);
    this.status = status;
  }
}

const id = z.string().regex(/^\d{1,20}$/);
const who = { as: id, channel: id };
const command = z.string().min(1).max(100);
const given = z.record(
  z.string().max(32),
  z.union([z.string().max(6000), z.number(), z.boolean()]),
);
const customId = z.string().min(1).max(100);
const chosen = z.array(z.string().max(100)).max(25);

const FORMS = {
  command: z.object({ ...who, command, options: given }),
  autocomplete: z.object({ ...who, command, options: given, focused: z.string().max(32) }),
  say: z.object({ ...who, text: z.string().trim().min(1).max(2000) }),
  click: z.object({ ...who, message: id, customId }),
  choose: z.object({ ...who, message: id, customId, values: chosen }),
  modal: z.object({
    ...who,
    interaction: id,
    values: z.record(customId, z.union([z.string().max(4000), chosen])),
  }),
  delete: z.object({ ...who, message: id }),
  unpin: z.object({ ...who, message: id }),
  servers: z.object({
    server: z.string().max(32),
    action: z.enum([
      'take-down',
      'bring-up',
      'restart',
      'fill-up',
      'join',
      'empty',
      'hide-names',
      'trouble',
    ]),
    hidden: z.boolean().default(true),
    trouble: z
      .object({
        lagMs: z.number().int().min(0).max(60_000),
        lossPercent: z.number().int().min(0).max(100),
        flooded: z.boolean(),
      })
      .default(NO_TROUBLE),
  }),
  master: z.object({ fault: z.enum(MASTER_FAULTS).nullable() }),
} as const;

/** Names of the actions, the last part of their routes. */
export type PageAction = keyof typeof FORMS;

/** Whether there is an action of this name. */
export function isPageAction(name: string): name is PageAction {
  return Object.hasOwn(FORMS, name);
}

type Sources = { discord: LocalDiscord; world: World; master: ForeignMaster };
type Done = { choices?: CommandChoice[] };

const ACTIONS: {
  [A in PageAction]: (sources: Sources, form: z.infer<(typeof FORMS)[A]>) => Done | Promise<Done>;
} = {
  command: ({ discord }, form) => {
    discord.people.runCommand({ ...where(form), command: form.command, options: form.options });
    return {};
  },
  autocomplete: async ({ discord }, form) => {
    const { [form.focused]: typed, ...options } = form.options;
    const choices = await discord.people.typeOption({
      ...where(form),
      command: form.command,
      option: form.focused,
      text: String(typed ?? ''),
      options,
    });
    return { choices };
  },
  say: ({ discord }, form) => {
    discord.people.say({ ...where(form), text: form.text });
    return {};
  },
  click: ({ discord }, form) => {
    const { message: messageId, customId } = form;
    discord.people.click({ ...where(form), messageId, customId });
    return {};
  },
  choose: ({ discord }, form) => {
    const { message: messageId, customId, values } = form;
    discord.people.choose({ ...where(form), messageId, customId, values });
    return {};
  },
  modal: ({ discord }, form) => {
    discord.people.submitModal({
      ...where(form),
      from: form.interaction,
      values: form.values,
    });
    return {};
  },
  delete: ({ discord }, form) => {
    demandManager(discord, form.as);
    discord.people.deleteMessage(form.channel, form.message);
    return {};
  },
  unpin: ({ discord }, form) => {
    demandManager(discord, form.as);
    discord.people.unpin(form.channel, form.message);
    return {};
  },
  servers: ({ world }, { server, action, hidden, trouble }) => {
    const acts = {
      'take-down': () => world.takeDown(server),
      'bring-up': () => world.bringUp(server),
      restart: () => world.restart(server),
      'fill-up': () => world.fillUp(server),
      join: () => world.join(server),
      empty: () => world.empty(server),
      'hide-names': () => world.hideNames(server, hidden),
      trouble: () => world.trouble(server, trouble),
    };
    acts[action]();
    return {};
  },
  master: ({ master }, { fault }) => {
    master.fail(fault);
    return {};
  },
};

/** Does what a person asked for on the page. Throws PageRefusal when it is not possible or not allowed. */
export async function doAction<A extends PageAction>(
  sources: Sources,
  action: A,
  body: unknown,
): Promise<Done> {
  const form = FORMS[action].safeParse(body);
  if (!form.success) {
    throw new PageRefusal(z.prettifyError(form.error), { status: 400, cause: form.error });
  }
  try {
    return await ACTIONS[action](sources, form.data as never);
  } catch (error) {
    if (error instanceof PeopleError || error instanceof RangeError) {
      throw new PageRefusal(firstLine(error.message), { status: 409, cause: error });
    }
    throw error;
  }
}

function where({ as, channel }: { as: string; channel: string }) {
  return { as, in: channel };
}

function demandManager(discord: LocalDiscord, personId: string): void {
  if (!mayManage(viewerOf(discord, personId))) {
    throw new PageRefusal('You do not have permission to manage messages here.', { status: 403 });
  }
}

/** Behind it stands the journal, which is for tests. */
function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
