/** What is new in channels that are not open: unread messages, and pings of the person. */
export function createMarks() {
  const byChannel = new Map();
  const marksOf = (channels) => channels.flatMap(({ id }) => byChannel.get(id) ?? []);
  const sum = (marks) => ({
    unread: marks.length > 0,
    pings: marks.reduce((all, { pings }) => all + pings, 0),
  });
  return {
    byChannel,
    /**
     * @param {string} channelId
     * @param {number} pings
     */
    add(channelId, pings) {
      const before = byChannel.get(channelId)?.pings ?? 0;
      byChannel.set(channelId, { unread: true, pings: before + pings });
    },
    /** @param {string} channelId */
    clear: (channelId) => byChannel.delete(channelId),
    clearAll: () => byChannel.clear(),
    /** Pings of all channels. */
    pings: () => sum([...byChannel.values()]).pings,
    /**
     * What is new in a server, or (null) in the direct messages.
     *
     * @param {object} state
     * @param {string | null} guildId
     */
    ofGuild(state, guildId) {
      const guild = state.guilds.find(({ id }) => id === guildId);
      return sum(marksOf(guildId === null ? state.directs : (guild?.channels ?? [])));
    },
  };
}
