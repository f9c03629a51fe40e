import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Bot } from '#bot.ts';
import { type SampServer, startSampServer } from '#sandbox/servers/sampServer.ts';
import type { SampFamily, SampGuest, SampSettings } from '#sandbox/servers/sampSettings.ts';
import { beginStory, botPosts, type HarbourStory, wordsOf } from './harbourStory.ts';

const MINUTE_MS = 60_000;

let story: HarbourStory;
let bot: Bot;

beforeEach(async () => {
  story = await beginStory();
  bot = await story.startBot();
});
afterEach(() => story.close());

const guests = (...names: string[]): SampGuest[] =>
  names.map((name, slot) => ({ name, score: slot, ping: 30 + slot, slot }));
const crowd = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `Player_${place}`);

async function start(
  family: SampFamily,
  settings: Partial<SampSettings>,
  names: string[],
  more: { port?: number } = {},
): Promise<SampServer & { place: string }> {
  const server = await startSampServer({
    family,
    settings,
    guests: guests(...names),
    now: () => performance.now(),
    ...more,
  });
  onTestFinished(() => server.close());
  return Object.assign(server, { place: `${server.address}:${server.port}` });
}

async function nextRound(): Promise<void> {
  story.clock.advance(MINUTE_MS);
  await bot.monitor.round();
}

/** The one message in #status that has this in it. */
function statusWith(text: string): string {
  const words = botPosts(story, 'status').map(wordsOf);
  const found = words.filter((one) => one.includes(text));
  expect(found, words.join('\n')).toHaveLength(1);
  return found[0] ?? '';
}

it('cases 16, 26 to 28: an open.mp server and a 545/1000 SA:MP server in one channel; joins are told, a list that is missing is no leaving', async () => {
  const small = await start(
    'openmp',
    {
      hostname: 'Vida Real | São Paulo',
      gamemode: 'Vida_Real 2.1',
      language: 'Português',
      links: { discord: 'https://discord.gg/vida', lightBanner: '', darkBanner: '', logo: '' },
    },
    ['Lars_Vegas', '@everyone', 'Иван_Петров'],
  );
  const big = await start(
    'samp',
    {
      hostname: 'Север РП',
      gamemode: 'РП',
      language: 'Русский',
      encoding: 'windows-1251',
      max: 1000,
      weburl: 'https://sever.example.org/forum',
    },
    crowd(545),
  );
  const wishes = { game: 'samp', notices: 'alerts', join_leave: true };
  await story.ada('/watch add', { server: small.place, ...wishes });
  await story.ada('/watch add', { server: big.place, ...wishes });

  const smallStatus = statusWith('São Paulo');
  expect(smallStatus).toContain('`Lars_Vegas`');
  expect(smallStatus).toContain('`@everyone`');
  expect(smallStatus).toContain('`Иван_Петров`');
  expect(smallStatus).toContain('open.mp');
  expect(smallStatus).toContain('**3**/50');
  const bigStatus = statusWith('Север РП');
  expect(bigStatus).toContain('**545**/1000');
  expect(bigStatus).toContain('not available');
  expect(bigStatus).toContain('above 100 players');
  expect(bigStatus).toContain('[sever.example.org](https://sever.example.org/forum)');
  expect(big.heard.filter(({ opcode }) => opcode === 'c' || opcode === 'd')).toEqual([]);

  small.seat(guests('Lars_Vegas', '@everyone', 'CJ_[TAG]'));
  await nextRound();
  await story.until('who came and went', () => botPosts(story, 'alerts').length === 1);
  const [told] = botPosts(story, 'alerts');
  expect(told && wordsOf(told)).toContain('CJ_[TAG]');
  expect(told && wordsOf(told)).toContain('Иван_Петров');
  expect(told?.message.mention_everyone).toBe(false);
  expect(told?.message.mentions).toEqual([]);
  expect(story.discord.people.notifications('pip')).toHaveLength(0);

  small.seat(guests('Lars_Vegas', '@everyone', 'CJ_[TAG]', ...crowd(98)));
  await nextRound();
  expect(statusWith('São Paulo')).toContain('**101**/50');
  expect(statusWith('São Paulo')).toContain('above 100 players');
  small.seat(guests('Lars_Vegas', '@everyone', 'CJ_[TAG]'));
  big.fail({ countZero: true });
  await nextRound();
  await nextRound();
  expect(botPosts(story, 'alerts')).toHaveLength(1);
  expect(statusWith('São Paulo')).toContain('`CJ_[TAG]`');
  expect(statusWith('Север РП')).toContain('**545**/1000');

  const pages = await story.ada('/players', { server: small.place, game: 'openmp' });
  expect(wordsOf(pages)).toContain('`@everyone`');
  const rules = wordsOf(await story.ada('/rules', { server: big.place, game: 'samp' }));
  expect(rules).toContain('worldtime');
  expect(rules).toContain('sever.example.org');
  expect(story.discord.journal.surprises()).toEqual([]);
}, 30_000);

it('a server that switches its query off stays online, in its own words, and nobody is pinged', async () => {
  const server = await start('samp', { hostname: 'Los Santos RP' }, ['Lars_Vegas']);
  await story.ada('/watch add', {
    server: server.place,
    game: 'samp',
    notices: 'alerts',
    role: 'Watchmen',
    join_leave: true,
  });
  server.set({ query: false });
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await nextRound();
  }
  const status = statusWith('Los Santos RP');
  expect(status).toContain('Online, query switched off');
  expect(status).not.toContain('Offline');
  server.set({ query: true });
  await nextRound();
  expect(statusWith('Los Santos RP')).toContain('`Lars_Vegas`');
  expect(botPosts(story, 'alerts')).toEqual([]);
  expect(story.discord.people.rolePings('Watchmen')).toEqual([]);
}, 30_000);

it('a server that was added without a game is found by trying, stays found, and its console is offered', async () => {
  const server = await start('openmp', { hostname: 'Vida Real' }, ['CJ'], {
    port: 7777 + Math.floor(Math.random() * 100),
  });
  await story.ada('/watch add', { server: server.place });
  expect(statusWith('Vida Real')).toContain('open.mp');
  server.seat(guests('CJ', 'Sweet'));
  await nextRound();
  expect(statusWith('Vida Real')).toContain('`Sweet`');
  const choices = await story.discord.people.typeOption({
    as: 'marlow',
    in: 'status',
    command: '/rcon',
    option: 'server',
    text: 'vida',
  });
  expect(choices.map(({ name }) => name)).toEqual([`Vida Real (${server.place})`]);
}, 30_000);

it('a watch has a code page of its own where the server gives no hint', async () => {
  const text = { hostname: 'Pościg nocą', language: '', encoding: 'windows-1250' };
  const server = await start('samp', text, []);
  const wishes = { server: server.place, game: 'samp' };
  await story.ada('/watch add', { ...wishes, encoding: 'windows-1250' });
  const status = statusWith('Pościg nocą');
  expect(status).not.toContain('not UTF-8');
});
