import { z } from 'zod';
import { LOCALES } from '#sandbox/discord/locales.ts';
import { PERMISSION, type PermissionName } from '#sandbox/discord/permissionBits.ts';
import { MASTER_FAULTS } from '#sandbox/lists/foreignMaster.ts';

const id = z.string().regex(/^\d{1,20}$/);
const locale = z.enum(LOCALES as [string, ...string[]]).default('en-US');
const who = { as: id, channel: id, locale };
const command = z.string().min(1).max(100);
const given = z.record(
  z.string().max(32),
  z.union([z.string().max(6000), z.number(), z.boolean()]),
);
const customId = z.string().min(1).max(100);
const chosen = z.array(z.string().max(100)).max(25);
const permission = z.enum(Object.keys(PERMISSION) as [PermissionName, ...PermissionName[]]);

/** What each action of the page is told; the names are the last parts of their routes. */
export const PAGE_FORMS = {
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
  /** What the bot is denied in a channel. */
  deny: z.object({ ...who, denied: z.array(permission) }),
  /** Lets the bot into a guild, or (null) into a new one of that language. */
  invite: z.object({ as: id, guild: id.nullable(), locale, permissions: z.array(permission) }),
  expel: z.object({ as: id, guild: id }),
  'guild-locale': z.object({ as: id, guild: id, locale }),
  roles: z.object({ as: id, guild: id, roles: z.array(id) }),
  person: z.object({ as: id, takesDirects: z.boolean(), installed: z.boolean() }),
  servers: z.object({
    server: z.string().max(32),
    action: z.enum(['take-down', 'bring-up', 'restart', 'fill-up', 'join', 'empty']),
  }),
  'hide-names': z.object({ server: z.string().max(32), hidden: z.boolean() }),
  trouble: z.object({
    server: z.string().max(32),
    lagMs: z.number().int().min(0).max(60_000),
    lossPercent: z.number().int().min(0).max(100),
    flooded: z.boolean(),
  }),
  master: z.object({ fault: z.enum(MASTER_FAULTS).nullable() }),
} as const;

export type PageAction = keyof typeof PAGE_FORMS;

/** What an action is told, checked. */
export type PageForm<A extends PageAction> = z.infer<(typeof PAGE_FORMS)[A]>;

/** Whether there is an action of this name. */
export function isPageAction(name: string): name is PageAction {
  return Object.hasOwn(PAGE_FORMS, name);
}
