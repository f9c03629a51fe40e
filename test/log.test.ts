import { expect, it } from 'vitest';
import { createLog } from '#log.ts';

it('writes one line an event and no secret, however deep it is nested', () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    terminal: false,
    destination: { write: (line) => void lines.push(line) },
  });
  log.info({ token: 'tok-1', request: { headers: { authorization: 'Bot tok-2' } } }, 'connecting');
  log.debug('not wanted at this level');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('connecting');
  expect(lines[0]).not.toContain('tok-');
});
