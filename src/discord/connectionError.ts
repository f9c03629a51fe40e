/** Why there is no connection to Discord, and none to be expected. Closed list. */
export type ConnectionProblem = 'token-refused' | 'intents-refused' | 'shards-refused' | 'failed';

const WORDS: Record<ConnectionProblem, string> = {
  'token-refused':
    'Discord refused the token: copy it anew from the developer portal into DISCORD_TOKEN',
  'intents-refused':
    'Discord refused the intents of this bot: check the application in the developer portal',
  'shards-refused':
    'Discord refused the shards: SHARD_COUNT is too small for this many guilds, or is no multiple of what Discord asks of a bot this big',
  failed:
    'No session with Discord could be opened (the cause says why): check DISCORD_API_URL and the network',
};

/** Thrown by connectDiscord; `kind` says which, `message` what to do about it. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly kind: ConnectionProblem;

  constructor(kind: ConnectionProblem, options?: { cause: unknown }) {
    super(WORDS[kind], options);
    this.kind = kind;
  }
}
