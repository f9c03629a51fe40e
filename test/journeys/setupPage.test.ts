import { expect } from 'vitest';
import { inBrowser, openStoryPage } from './storyPage.ts';

const opened = openStoryPage();

const LANGUAGES = [
  {
    language: 'en',
    hello: 'Hello! I watch game servers',
    first: 'Which game server shall I watch?',
    wrong: 'is neither a host name nor an IP address',
    found: 'Online',
    nobody: 'nobody',
    zone: 'Europe/London',
    done: 'Watching Crowsnest',
    players: 'Players',
  },
  {
    language: 'ru',
    hello: 'Я слежу за игровыми серверами',
    first: 'За каким игровым сервером следить?',
    wrong: 'не похоже ни на имя, ни на IP-адрес',
    found: 'Работает',
    nobody: 'никого',
    zone: 'Europe/Moscow',
    done: 'Слежу',
    players: 'Игроки',
  },
  {
    language: 'pt-BR',
    hello: 'Eu monitoro servidores de jogo',
    first: 'Qual servidor de jogo devo monitorar?',
    wrong: 'não é um nome de host nem um IP',
    found: 'Online',
    nobody: 'ninguém',
    zone: 'America/Sao_Paulo',
    done: 'Monitorando Crowsnest',
    players: 'Jogadores',
  },
];

inBrowser.each(LANGUAGES)(
  'a new server is set up in $language, from the invitation to the status message',
  async ({ language, hello, first, wrong, found, nobody, zone, done, players }) => {
    const { story, page, hook, faults } = opened();
    await page.evaluate((code) => localStorage.setItem('crowsnest-language', code), language);
    await page.reload();
    await hook('person').selectOption({ index: 1 });
    await hook('invite-button').click();
    await hook('invite-submit').click();
    await hook('message').getByText(hello).waitFor();
    await hook('message').last().locator('[data-test=button]').click();
    await hook('embed-title').getByText(first).waitFor();

    const message = hook('message').last();
    const part = (name: string) => message.locator(`[data-custom-id$=":${name}"]`);
    const typeAddress = async (address: string) => {
      await part('address').click();
      await hook('modal-input').first().fill(address);
      await hook('modal-submit').click();
    };
    await typeAddress('not an address');
    await message.getByText(wrong).waitFor();
    const { address } = story.world.servers()[0] ?? { address: '' };
    await typeAddress(address);
    await message.getByText(found).first().waitFor();
    await message.getByText(nobody, { exact: true }).waitFor();
    await part('status').selectOption({ label: '#servers' });
    await part('role').selectOption({ label: '@Players' });
    await hook('embed-field', message).getByText('@Players').waitFor();
    await part('guild').click();
    await part('zone').selectOption(zone);
    await part('back').click();
    await hook('embed-field', message).getByText(zone).waitFor();
    await part('start').click();
    await hook('embed-title', message).getByText(done).waitFor();
    await page.locator('[data-channel-name=servers]').click();
    const status = page.locator('[data-test=message][data-pinned]');
    await status.waitFor();
    expect(await status.textContent()).toContain(players);
    expect(faults).toEqual([]);
  },
  60_000,
);

inBrowser(
  'a set-up that the bot was restarted in says that it is over',
  async () => {
    const { story, bot } = opened();
    const { people } = story.discord;
    const ada = { as: 'ada', in: 'status' };
    const { message } = await people.runCommand({ ...ada, command: '/setup' }).reply();
    const customId = message.components[0]?.components?.[1]?.custom_id ?? '';
    await bot.stop();
    await story.startBot();
    people.click({ ...ada, messageId: message.id, customId });
    const words = () =>
      people.messages('status', 'ada').find((post) => post.message.id === message.id)?.message
        .content;
    await expect.poll(words).toContain('This set-up is over');
  },
  60_000,
);
