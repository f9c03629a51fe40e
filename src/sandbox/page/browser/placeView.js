const DIRECT = 1;
const roleColor = (color) => (color ? `#${color.toString(16).padStart(6, '0')}` : null);

/**
 * What the page knows of the place where the person is: a server, or (without one) the direct messages.
 *
 * @param {object} state as the route /page/api/state gives it
 * @param {string | null} guildId
 */
export function placeView(state, guildId) {
  const guild = state.guilds.find(({ id }) => id === guildId) ?? null;
  const everybody = [...state.people, state.bot];
  const members = guild?.people ?? everybody;
  const people = new Map([...everybody, ...members].map((person) => [person.id, person]));
  const roles = new Map((guild?.roles ?? []).map((role) => [role.id, role]));
  const directs = state.directs.map((direct) => ({ ...direct, type: DIRECT, topic: null }));
  const channels = guild?.channels ?? directs;
  const find = (id) =>
    [...state.guilds.flatMap((one) => one.channels), ...directs].find(
      (channel) => channel.id === id,
    ) ?? null;
  return {
    state,
    guild,
    /** Name of the server; null among the direct messages. */
    name: guild?.name ?? null,
    bot: state.bot,
    me: people.get(state.me),
    people: members,
    roles: [...roles.values()],
    channels,
    /** Channel that is opened first. */
    homeChannel: guild === null ? (directs[0]?.id ?? null) : guild.homeChannel,
    mayManage: guild?.mayManage === true,
    /** What messages show of the place: while it is the same, an open menu in one of them can stay open. */
    namesShown: JSON.stringify([guild, members]),
    person: (id) => people.get(id) ?? null,
    role: (id) => roles.get(id) ?? null,
    /** A channel of any server or conversation that the person sees. */
    channel: find,
    /** The server of a channel; null for a direct conversation. */
    guildOf: (channelId) =>
      state.guilds.find((one) => one.channels.some(({ id }) => id === channelId)) ?? null,
    /** @param {object} user as the API gives it */
    author: (user) => ({
      name: people.get(user.id)?.name ?? user.global_name ?? user.username,
      color: roleColor(people.get(user.id)?.color),
    }),
    /**
     * @param {Pick<import('./markdown.js').Names, 'openChannel' | 'writeCommand'>} deeds
     * @returns {import('./markdown.js').Names}
     */
    names: (deeds) => ({
      user: (id) => people.get(id) ?? null,
      role: (id) => roles.get(id) ?? null,
      channel: find,
      ...deeds,
    }),
  };
}
