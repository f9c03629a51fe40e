import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { COMPILED_MODULES } from '#test/compiledModules.ts';
import { createLog } from '#log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  write(createLog({ level: 'info', terminal: false, destination }));
  return lines;
}

it('writes one line an event and no secret, however deep it is nested', () => {
  const lines = linesOf((log) => {
    log.info({ token: 'tok-1', request: { headers: { authorization: 'Bot tok-2' } } }, 'hello');
    log.debug('not wanted at this level');
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('hello');
  expect(lines[0]).not.toContain('tok-');
});

it('tells of an error what it is and why, but not the request that hangs on it', () => {
  const cause = new Error('connection reset');
  const refused = new Error('Invalid Form Body', { cause });
  const error = Object.assign(refused, { code: 50035, requestBody: { json: 'a whole request' } });
  const [line] = linesOf((log) => log.error({ err: error }, 'refused'));
  expect(line).toContain('50035');
  expect(line).toContain('connection reset');
  expect(line).not.toContain('a whole request');
});

it('has its last lines written, in order, before the process ends, however busy the disk is', () => {
  const program = `
    import { pbkdf2 } from 'node:crypto';
    import { createLog } from '#log.ts';
    const log = createLog({ level: 'info', terminal: false });
    pbkdf2('a', 'b', 200_000, 64, 'sha512', () => {});
    log.fatal('why it ends');
    log.info('stopped');
    log.flush(() => process.exit(7));
  `;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program],
    {
      cwd: new URL('..', import.meta.url),
      env: { UV_THREADPOOL_SIZE: '1', ...COMPILED_MODULES },
      encoding: 'utf8',
    },
  );
  expect(status).toBe(7);
  expect([...stdout.matchAll(/"msg":"(.*?)"/g)].map(([, words]) => words)).toEqual([
    'why it ends',
    'stopped',
  ]);
});
