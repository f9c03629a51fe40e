/**
 * What the page knows of the guild, and answers to questions about it.
 *
 * @param {object} state as the route /page/api/state gives it
 */
export function guildView(state) {
  const people = new Map(state.people.map((person) => [person.id, person]));
  const roles = new Map(state.roles.map((role) => [role.id, role]));
  const channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  const roleColor = (color) => (color ? `#${color.toString(16).padStart(6, '0')}` : null);
  return {
    ...state,
    person: (id) => people.get(id) ?? null,
    role: (id) => roles.get(id) ?? null,
    channel: (id) => channels.get(id) ?? null,
    me: people.get(state.me),
    /** @param {object} user as the API gives it */
    author: (user) => ({
      name: people.get(user.id)?.name ?? user.global_name ?? user.username,
      color: roleColor(people.get(user.id)?.color),
    }),
    /**
     * @param {(id: string) => void} openChannel
     * @returns {import('./markdown.js').Names}
     */
    names: (openChannel) => ({
      user: (id) => people.get(id) ?? (id === state.bot.id ? state.bot : null),
      role: (id) => roles.get(id) ?? null,
      channel: (id) => channels.get(id) ?? null,
      openChannel,
    }),
  };
}
