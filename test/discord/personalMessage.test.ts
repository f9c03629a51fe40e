import { describe, expect, it } from 'vitest';
import { personalMessage, testMessage } from '#discord/personalMessage.ts';
import type { News, Notice } from '#store/noticeDocument.ts';
import { createTexts } from '#text/texts.ts';
import { expectFits } from './embedRules.ts';
import { allNews, noticeWith, singleNews } from './notices.ts';

const texts = createTexts();
const languages = ['en', 'ru', 'pt-BR'] as const;
const PLACE = '100000000000000002';
const GUILD = '100000000000000000';

const recipient = (n = 0): Notice['person'] => ({
  id: '100000000000000003',
  wishId: `wish${1000 + n}`,
  language: 'en',
  placeId: PLACE,
});
const personal = (news: News, change: Partial<Notice> = {}): Notice =>
  noticeWith(news, { roleId: null, person: recipient(), ...change });

const server = { name: 'Evening Payload', address: '203.0.113.5:27015', player: 'Ann' };
const newsOf = (kind: News['kind'], name = server.name): News => {
  const found = allNews({ ...server, name, player: name }).find((one) => one.kind === kind);
  if (found === undefined) {
    throw new Error(`no news of kind ${kind}`);
  }
  return found;
};

/** One of several news that one message tells. */
const coverOf = (news: News, n: number) => {
  const { covers: _none, ...part } = personal(news, { person: recipient(n) });
  return part;
};

type Body = ReturnType<typeof personalMessage>;
type Part = { label?: string; custom_id?: string; options?: object[] };

const partsOf = ({ components = [] }: Body): Part[] =>
  components.flatMap((row) => ('components' in row ? (row.components as Part[]) : []));
const labelsOf = (body: Body) => partsOf(body).map(({ label }) => label ?? 'menu');
const whyOf = (body: Body) => body.embeds?.[0]?.fields?.at(-1)?.value;

describe('a message to one person', () => {
  it.each([
    ['up', 'once, when it is back. That is done now.', ['Next time too', 'Stop everything']],
    ['down', 'when it goes down.', ['Stop this']],
    ['flapping', 'when it goes down.', ['Stop this']],
    [
      'players',
      'when 6 players or more are on. Again after 40 minutes at the earliest.',
      ['Stop this'],
    ],
    ['named-player', 'joins. Again after 40 minutes at the earliest.', ['Stop this']],
  ] as const)('about "%s" says why it came, and how to hear no more', (kind, why, buttons) => {
    const body = personalMessage(personal(newsOf(kind)), texts.in('en'));
    expect(whyOf(body)).toContain(`You asked for this in <#${PLACE}>: `);
    expect(whyOf(body)).toContain(why);
    expect(labelsOf(body)).toEqual([...buttons, 'All I asked for']);
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body).toMatchObject({ enforce_nonce: true });
  });

  it('of several news stops any of them, each once, but not what is done already', () => {
    const parts = [newsOf('down'), newsOf('players'), newsOf('up')];
    const covers = [...parts, newsOf('down')].map((news, n) => coverOf(news, n % 3));
    const digest: News = { kind: 'digest', name: null, address: '', list: singleNews(server) };
    const body = personalMessage(personal(digest, { covers }), texts.in('en'));
    const [menu] = partsOf(body);
    expect(menu?.options).toEqual([
      { value: `${GUILD}:wish1000`, label: 'Evening Payload', description: 'when it goes down' },
      {
        value: `${GUILD}:wish1001`,
        label: 'Evening Payload',
        description: 'when 6 players or more are on',
      },
    ]);
    expect(labelsOf(body)).toEqual(['menu', 'Stop everything', 'All I asked for']);
  });

  it.each(languages)('that was only a test says so in %s, and can stop everything', (language) => {
    const body = testMessage(texts.in(language));
    expectFits(body.embeds ?? []);
    expect(labelsOf(body)).toHaveLength(2);
  });
});
