/** The line `NAME:VALUE` of what Redis answers to INFO. */
const settingOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

/**
 * How a Redis that is set up so may lose what it said it has, in words with what to do; `info` is its answer to INFO. What it
 * does not say is no risk.
 */
export function redisRisks(info: string): string[] {
  const policy = settingOf(info, 'maxmemory_policy') ?? 'noeviction';
  const risks: string[] = [];
  if (policy !== 'noeviction') {
    risks.push(
      `Redis drops keys when its memory is full (maxmemory-policy ${policy}): set it to noeviction`,
    );
  }
  if (settingOf(info, 'aof_enabled') === '0') {
    risks.push('Redis loses the last minutes when it ends suddenly: set appendonly to yes');
  }
  return risks;
}
