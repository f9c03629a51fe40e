import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { decodeRconCommand } from '#codec/samp/rcon.ts';
import { type RconOptions, rconSamp } from '#query/rconSamp.ts';
import { asked, guests, hasty, openTable, startServer, utf8 } from './sampTable.ts';

const PASSWORD = 's3cret-Passw0rd';
const rcon = { enabled: true, password: PASSWORD };

function run(
  server: { address: string; port: number },
  command: string,
  options: Partial<RconOptions> & { password?: string } = {},
) {
  const { password = PASSWORD, ...rest } = options;
  return rconSamp(
    openTable(),
    server,
    { password, command },
    {
      encoding: null,
      pacing: hasty(),
      patience: { firstLineMs: 150, quietMs: 60, pingMs: 100 },
      ...rest,
    },
  );
}

describe.each(['samp', 'openmp'] as const)('%s', (family) => {
  test('a command is sent once and answered line by line until it is quiet', async () => {
    const server = await startServer({ family, settings: { rcon }, guests: guests(3) });
    expect(await run(server, 'players')).toMatchObject({
      outcome: 'answered',
      lines: [
        'ID\tName\tPing\tIP',
        expect.stringContaining('Player_0'),
        expect.anything(),
        expect.anything(),
      ],
      cut: false,
    });
    expect(asked(server)).toBe('x');
    const command = decodeRconCommand(server.heard[0]?.bytes ?? new Uint8Array());
    expect(utf8(command.password)).toBe(PASSWORD);
  });

  test('a wrong password is told apart', async () => {
    const server = await startServer({ family, settings: { rcon } });
    expect(await run(server, 'echo hi', { password: 'wrong' })).toEqual({
      outcome: 'wrong-password',
    });
    expect(asked(server)).toBe('x');
  });

  test('RCON that is off is silence, and the command is never repeated', async () => {
    const server = await startServer({ family });
    expect(await run(server, 'echo hi')).toEqual({ outcome: 'silent', reachable: true });
    expect(asked(server).replaceAll('p', '')).toBe('x');
  });

  test('a command that prints nothing is silence too', async () => {
    const server = await startServer({ family, settings: { rcon }, guests: guests(3) });
    expect(await run(server, 'kick 1')).toEqual({ outcome: 'silent', reachable: true });
    expect(server.state.guests.map(({ slot }) => slot)).toEqual([0, 2]);
    expect(asked(server).replaceAll('p', '')).toBe('x');
  });
});

test('lines that are blank or come slowly are lines', async () => {
  const server = await startServer({ family: 'samp', settings: { rcon } });
  expect(await run(server, 'echo')).toMatchObject({ outcome: 'answered', lines: [''] });
});

test('case 3: the refusal may come twice', async () => {
  const server = await startServer({ family: 'samp', settings: { rcon }, faults: { twice: true } });
  expect(await run(server, 'echo hi', { password: 'no' })).toEqual({ outcome: 'wrong-password' });
});

test('a server that is not there at all is unreachable or refused, not "RCON off"', async () => {
  const silent = await startServer({ family: 'samp', faults: { silent: ['x', 'p'] } });
  expect(await run(silent, 'echo hi')).toEqual({ outcome: 'silent', reachable: false });
  const gone = await startServer({ family: 'samp' });
  await gone.close();
  expect(await run(gone, 'echo hi')).toEqual({ outcome: 'refused' });
});

test('text goes out and comes back in the code page of the server', async () => {
  const encoding = 'windows-1251';
  const server = await startServer({ family: 'samp', settings: { rcon, encoding } });
  expect(await run(server, 'echo Привет', { encoding })).toMatchObject({ lines: ['Привет'] });
  const { command } = decodeRconCommand(server.heard[0]?.bytes ?? new Uint8Array());
  expect(command).toHaveLength(11);
});

test('when the code page is not known, answers are read by their looks', async () => {
  const settings = { rcon, encoding: 'windows-1251', hostname: 'Русский сервер' };
  const server = await startServer({ family: 'samp', settings });
  expect(await run(server, 'hostname')).toMatchObject({
    lines: ['hostname = "Русский сервер"  (string)'],
  });
});

test('a console without end is left after a thousand lines', async () => {
  const server = await startServer({
    family: 'samp',
    settings: { rcon, max: 1000 },
    guests: guests(1000),
  });
  const answer = await run(server, 'players');
  expect(answer).toMatchObject({ outcome: 'answered', cut: true });
});

test('the password is in no error, whatever goes wrong', async () => {
  const long = PASSWORD.repeat(200);
  const failures = await Promise.all([
    run({ address: '::1', port: 7777 }, 'echo hi').catch((error: unknown) => error),
    run({ address: '127.0.0.1', port: 7777 }, 'echo hi', { password: long }).catch(
      (error: unknown) => error,
    ),
    run({ address: '127.0.0.1', port: 7777 }, 'echo hi', {
      signal: AbortSignal.abort(),
    }).catch((error: unknown) => error),
  ]);
  for (const error of failures) {
    expect(error).toMatchObject({ name: 'QueryError' });
    expect(inspect(error, { depth: 9 })).not.toContain('s3cret');
  }
});
