const COLORS = [
  '#5865f2',
  '#3ba55d',
  '#faa61a',
  '#ed4245',
  '#eb459e',
  '#1abc9c',
  '#9b59b6',
  '#e67e22',
];

/** A crow on its nest, the face of the bot. */
const CROW =
  '<rect width="48" height="48" fill="#24344d"/><path d="M0 34c8-3 14-3 24 0s16 3 24 0v14H0z" fill="#5b7fb5"/>' +
  '<path d="M12 30h24l-3 9H15z" fill="#b5793a"/><path d="M12 30h24v3H12z" fill="#8a5a28"/>' +
  '<path d="M17 29c-1-9 4-17 11-17 4 0 7 2 7 5l5 1-5 2c-1 5-3 7-5 9z" fill="#0f141d"/><circle cx="30" cy="17" r="1.600" fill="#f5d76e"/>';

/**
 * A picture for somebody, made from the name: nothing is fetched from anywhere.
 *
 * @param {{ id: string, name: string, bot?: boolean }} person
 * @returns {string} a data URI
 */
export function avatarOf({ id, name, bot }) {
  const color =
    COLORS[
      [...`${id}${name}`].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) %
        COLORS.length
    ];
  const letter = [...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase() ?? '?';
  const face = bot
    ? CROW
    : `<rect width="48" height="48" fill="${color}"/><text x="24" y="32" font-family="Noto Sans,Helvetica,Arial,sans-serif" font-size="23" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${face}</svg>`)}`;
}
