import type { LocalDiscord } from '#sandbox/discord/localDiscord.ts';

/** Variables of a bot that belongs to a story: on this machine alone, and quick to give up a silent server. */
export const botEnvironment = (
  { token, apiUrl }: Pick<LocalDiscord, 'token' | 'apiUrl'>,
  storeUrl: string,
) => ({
  DISCORD_TOKEN: token,
  DISCORD_API_URL: apiUrl,
  STORE_URL: storeUrl,
  ALLOW_PRIVATE_ADDRESSES: 'true',
  QUERY_TIMEOUT_MS: '500',
  HTTP_LISTEN: 'off',
});
