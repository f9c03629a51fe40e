import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { checkSchema, isRecord } from './schemaRules.ts';
import { refuseForm, formError } from './formErrors.ts';
import type { Command } from './command.ts';

/** What a PUT says about one command. */
export type CommandForm = Partial<Command> & Pick<Command, 'name'>;

/** Checks the list of a PUT in both layers. Throws 50035 with Discord's codes. */
export function readCommandForms(body: unknown): CommandForm[] {
  if (!Array.isArray(body)) {
    refuseForm([
      formError.other([], 'BASE_TYPE_INVALID', 'Only iterables may be used in a ListType'),
    ]);
    return [];
  }
  for (const command of body) {
    checkSchema(ApplicationCommandUpdateRequestSchema, withNumericPermissions(command));
  }
  return body as CommandForm[];
}

/** The schema wants an integer where every client sends a string (spec sandbox section 8). */
function withNumericPermissions(command: unknown): unknown {
  if (!isRecord(command) || typeof command.default_member_permissions !== 'string') {
    return command;
  }
  return { ...command, default_member_permissions: Number(command.default_member_permissions) };
}
