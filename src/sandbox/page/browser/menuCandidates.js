const STRING_MENU = 3;
const USER_MENU = 5;
const ROLE_MENU = 6;
const CHANNEL_MENU = 8;

/**
 * @typedef {object} Candidate one thing that a menu offers
 * @property {string} label
 * @property {string} value
 * @property {string} [about]
 * @property {string} [emoji]
 * @property {boolean} default whether it is chosen beforehand
 */

/**
 * What a menu offers: its own options, or users, roles and channels of the place.
 *
 * @param {{ people: object[], roles: object[], channels: object[] }} place
 * @param {object} part the component
 * @returns {Candidate[]}
 */
export function menuCandidates({ people, roles, channels }, part) {
  if (part.type === STRING_MENU) {
    return (part.options ?? []).map((option) => ({
      label: option.label,
      value: option.value,
      about: option.description,
      emoji: option.emoji?.name,
      default: option.default === true,
    }));
  }
  const chosen = new Set((part.default_values ?? []).map(({ id }) => id));
  const types = part.channel_types ?? [];
  const offer = (sign) => (one) => ({
    label: one.name.startsWith(sign) ? one.name : `${sign}${one.name}`,
    value: one.id,
    default: chosen.has(one.id),
  });
  const persons = people.map(offer('@'));
  const named = roles.map(offer('@'));
  const places = channels
    .filter((channel) => types.length === 0 || types.includes(channel.type))
    .map(offer('#'));
  const lists = { [USER_MENU]: persons, [ROLE_MENU]: named, [CHANNEL_MENU]: places };
  return lists[part.type] ?? [...persons, ...named];
}
