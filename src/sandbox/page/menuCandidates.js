const USER_MENU = 5;
const ROLE_MENU = 6;
const CHANNEL_MENU = 8;

/**
 * What a menu of users, roles or channels offers.
 *
 * @param {{ people: object[], roles: object[], channels: object[] }} guild
 * @param {number} type type of the component
 * @param {number[]} channelTypes
 * @returns {{ label: string, value: string }[]}
 */
export function menuCandidates({ people, roles, channels }, type, channelTypes) {
  const persons = people.map(({ id, name }) => ({ label: `@${name}`, value: id }));
  const named = roles.map(({ id, name }) => ({ label: `@${name}`, value: id }));
  const places = channels
    .filter((channel) => channelTypes.length === 0 || channelTypes.includes(channel.type))
    .map(({ id, name }) => ({ label: `#${name}`, value: id }));
  const lists = { [USER_MENU]: persons, [ROLE_MENU]: named, [CHANNEL_MENU]: places };
  return lists[type] ?? [...persons, ...named];
}
