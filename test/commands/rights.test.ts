import { describe, expect, it } from 'vitest';
import { allCommands } from '#commands/allCommands.ts';
import { expectCalm, startCrowsnest } from '#test/discord/crowsnest.ts';
import { ADDRESS, ask, offered, openToAll, watchesOf, watchServer } from './asking.ts';

const offeredTo = (crow: Awaited<ReturnType<typeof startCrowsnest>>, as: string) =>
  crow.discord.people.commandsFor({ as, in: '#status' }).map(({ name }) => name);

describe('who may do what', () => {
  it('is settings for who has Manage Server and the dangerous for administrators, unless the server says otherwise', async () => {
    const crow = await startCrowsnest();
    const free = allCommands.filter(({ rights }) => rights === undefined);
    const strict = allCommands.filter(({ strict }) => strict);
    const names = (commands: typeof allCommands) => commands.map(({ name }) => name);
    const most = names(allCommands).filter((name) => !names(strict).includes(name));
    expect(names(free)).toContain('status');
    expect(names(strict)).toContain('rcon');
    expect(offeredTo(crow, 'pip')).toEqual(names(free));
    expect(offeredTo(crow, 'ada')).toEqual(most);
    expect(offeredTo(crow, 'marlow')).toEqual(names(allCommands));
  });

  it('is for the server to decide: settings that it gave to everybody can be used by everybody', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    openToAll(crow);
    const pip = { as: 'pip' };
    expect(await ask(crow, '/watch list', {}, pip)).toContain('Evening Payload');
    expect(await ask(crow, '/mute', { server: ADDRESS, for: '1h' }, pip)).toContain('say nothing');
    expect(await watchesOf(crow)).toMatchObject([{ mutedUntil: crow.clock.now() + 3_600_000 }]);
    expectCalm(crow);
  });

  it('stays with administrators where it is dangerous, whatever the server says', async () => {
    const crow = await startCrowsnest();
    await watchServer(crow);
    openToAll(crow);
    expect(await ask(crow, '/rcon', { server: ADDRESS })).toContain('Only administrators');
    expect(await offered(crow, '/rcon', 'server', '')).toEqual([]);
  });
});

describe('who is too fast', () => {
  it('is asked to wait, later where no game server is asked', async () => {
    const crow = await startCrowsnest({ lookupsPerMinute: 2 });
    const times = async (command: string, most: number): Promise<number> => {
      for (let done = 0; done < most; done += 1) {
        if (/try again in \d+ seconds/.test(await ask(crow, command))) {
          return done;
        }
      }
      return most;
    };
    expect(await times('/watch list', 10)).toBe(2);
    expect(await times('/alerts list', 10)).toBe(6);
    crow.clock.advance(60_000);
    expect(await times('/alerts list', 1)).toBe(1);
  });
});
