import { ApiError } from './apiError.ts';
import { needBotGuild } from './applicationRoutes.ts';
import { type Answer, type Call, type Handlers, ok } from './call.ts';
import type { Command } from './command.ts';
import { type CommandForm, readCommandForms } from './commandRules.ts';
import type { World } from './world.ts';

const MOST_COMMANDS: Record<number, number> = { 1: 100, 2: 15, 3: 15 };
const MOST_CREATES_A_DAY = 200;
const DAY_MS = 86_400_000;

/** Registration of commands (spec discord section 2). */
export const commandRoutes: Handlers = {
  'GET /applications/:app/commands': (call) => ok(commandsOf(call.world, null)),
  'PUT /applications/:app/commands': (call, appId) => put(call, appId, null),
  'GET /applications/:app/guilds/:guild/commands': (call, _appId, guildId) =>
    ok(commandsOf(call.world, guildId)),
  'PUT /applications/:app/guilds/:guild/commands': (call, appId, guildId) =>
    put(call, appId, needBotGuild(call.world, guildId).id),
};

function commandsOf(world: World, guildId: string | null): Command[] {
  return world.state.commands.filter((command) => (command.guild_id ?? null) === guildId);
}

function put(call: Call, appId: string, guildId: string | null): Answer {
  const { world } = call;
  if (appId !== world.state.application.id) {
    throw new ApiError('missingAccess');
  }
  const forms = readCommandForms(call.body);
  refuseTooMany(forms);
  const before = commandsOf(world, guildId);
  const known = (form: CommandForm) =>
    before.find(({ name, type }) => name === form.name && type === (form.type ?? 1));
  countCreates(world, guildId, forms.filter((form) => known(form) === undefined).length);
  const after = forms.map((form) => register(world, form, guildId, known(form)));
  world.state.commands = [
    ...world.state.commands.filter((command) => (command.guild_id ?? null) !== guildId),
    ...after,
  ];
  world.outlet.tell({ kind: 'commands' });
  return ok(after);
}

function refuseTooMany(forms: readonly CommandForm[]): void {
  for (const [type, most] of Object.entries(MOST_COMMANDS)) {
    if (forms.filter((form) => (form.type ?? 1) === Number(type)).length > most) {
      throw new ApiError('maximumCommands');
    }
  }
}

/** New names count, 200 a day and scope; throws 30034. */
function countCreates(world: World, guildId: string | null, count: number): void {
  const scope = guildId ?? 'global';
  const recent = (world.state.commandCreates.get(scope) ?? []).filter(
    (at) => at > world.now() - DAY_MS,
  );
  if (recent.length + count > MOST_CREATES_A_DAY) {
    throw new ApiError('dailyCommands');
  }
  world.state.commandCreates.set(scope, [...recent, ...Array(count).fill(world.now())]);
}

function register(
  world: World,
  form: CommandForm,
  guildId: string | null,
  known: Command | undefined,
): Command {
  return {
    id: known?.id ?? world.nextId(),
    application_id: world.state.application.id,
    ...(guildId === null ? {} : { guild_id: guildId }),
    version: world.nextId(),
    type: form.type ?? 1,
    name: form.name,
    description: form.description ?? '',
    options: form.options ?? [],
    default_member_permissions: form.default_member_permissions ?? null,
    contexts: guildId === null ? (form.contexts ?? null) : null,
    integration_types: form.integration_types ?? [0],
    nsfw: form.nsfw ?? false,
    name_localizations: form.name_localizations ?? null,
    description_localizations: form.description_localizations ?? null,
  };
}
