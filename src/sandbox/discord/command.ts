/** Option types of application commands. */
export const OPTION_TYPE = {
  subcommand: 1,
  subcommandGroup: 2,
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

export type CommandChoice = {
  name: string;
  value: string | number;
  name_localizations?: Record<string, string> | null;
};

export type CommandOption = {
  type: number;
  name: string;
  description: string;
  required?: boolean;
  choices?: CommandChoice[];
  options?: CommandOption[];
  channel_types?: number[];
  min_value?: number;
  max_value?: number;
  min_length?: number;
  max_length?: number;
  autocomplete?: boolean;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
};

/** A registered command as Discord sends it back. `guild_id` is missing on global commands. */
export type Command = {
  id: string;
  application_id: string;
  guild_id?: string;
  version: string;
  type: number;
  name: string;
  description: string;
  options: CommandOption[];
  default_member_permissions: string | null;
  contexts: number[] | null;
  integration_types: number[];
  nsfw: boolean;
  name_localizations: Record<string, string> | null;
  description_localizations: Record<string, string> | null;
};
