import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#discord/limits.ts';
import { createTexts, type Language } from '#text/texts.ts';
import { ask, channelId, openHarbour, roleId, userId } from '#test/sandbox/discord/harbour.ts';
import { DRAWINGS, type Drawn } from './drawings.ts';
import { expectFits, expectInert, withoutOurs } from './embedRules.ts';
import { HOSTILE_NAMES } from './pictures.ts';

const texts = createTexts();
const LANGUAGES = ['en', 'ru', 'pt-BR'] as const;
/** Escaped, it is twice as long; and one that is slow to cut. */
const LONGEST = ['_'.repeat(300), '👩‍👩‍👧‍👦'.repeat(40)];
/** The longest in every language, for the limits; the others in one each. */
const namesIn = (language: number): string[] => [
  ...HOSTILE_NAMES.filter((_, place) => place % LANGUAGES.length === language),
  ...LONGEST,
  '',
];

const drawn = (draw: string, name: string, language: Language): Drawn[] =>
  DRAWINGS[draw]?.({ name, t: texts.in(language), language }) ?? [];

const drawnForAll = (draw: string): Drawn[] =>
  LANGUAGES.flatMap((language, place) =>
    namesIn(place).flatMap((name) => drawn(draw, name, language)),
  );

describe('whatever strangers call themselves, in every language', () => {
  it.each(Object.keys(DRAWINGS))('%s fits, and has nothing of theirs alive in it', (draw) => {
    for (const { content, embeds = [] } of drawnForAll(draw)) {
      expectFits(embeds);
      expectInert(embeds);
      expect((content ?? '').length).toBeLessThanOrEqual(LIMITS.content);
      expect(withoutOurs(content ?? '')).not.toMatch(/[<@`[\]|~_#*\\]|https?:|evil|discord\.gg/);
    }
  });

  it.each(Object.keys(DRAWINGS).filter((draw) => /\.bare[A-Z]/.test(draw)))(
    '%s does without a word of theirs',
    (draw) => {
      expect(JSON.stringify(drawnForAll(draw))).not.toMatch(/everyone|evil|discord\.gg|eversed/);
    },
  );

  it('Discord takes all of it, and calls nobody, though the bot may and nothing forbids it', async () => {
    const { discord } = await openHarbour();
    discord.people.setRole('Crowsnest', { permissions: ['ADMINISTRATOR'] });
    const pip = `<@${userId(discord, 'pip')}> <@&${roleId(discord, 'Watchmen')}>`;
    const route = `/channels/${channelId(discord, 'status')}/messages`;
    const post = async (draw: string, parts: Drawn) => {
      const { content, embeds, components } = parts;
      const body = { content, embeds, components };
      const { json } = await ask(discord, 'POST', route, body);
      expect(json, draw).toMatchObject({ mention_everyone: false, mentions: [] });
    };
    for (const draw of Object.keys(DRAWINGS)) {
      const all = [...drawn(draw, `@here ${pip}`, 'en'), ...drawn(draw, LONGEST[0] ?? '', 'ru')];
      for (const parts of all) {
        await post(draw, parts);
      }
    }
    expect(discord.people.notifications('pip')).toEqual([]);
  });
});

/** What a function that draws whole messages gives. */
const WHOLE = ['APIEmbed', 'APIEmbed[]', 'Page', 'Reply', 'Body', 'EditBody'];
/** Draw no message of their own, but add to one. */
const PARTS = ['embedBudget.withFields', 'shownGraph.withGraph'];

/** The functions of src/discord that draw a message, as FILE.FUNCTION. */
function drawingFunctions(): string[] {
  const folder = new URL('../../src/discord/', import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const exported = readFileSync(new URL(file, folder), 'utf8')
      .split(/^export /m)
      .slice(1);
    return exported.flatMap((text) => {
      const [, name, type] =
        /^(?:async )?(?:function|const) (\w+)[^;{]*?\)\s*: ([\w[\]]+) (?:\{|=>)/.exec(text) ?? [];
      const isWhole = WHOLE.includes(type ?? '') || type?.startsWith('RESTPostAPIChannelMessage');
      return isWhole ? [`${file.replace('.ts', '')}.${name}`] : [];
    });
  });
}

it('no message is drawn that is not looked at here', () => {
  const drawing = drawingFunctions().filter((one) => !PARTS.includes(one));
  expect(drawing.length).toBeGreaterThan(15);
  expect(drawing.filter((one) => !(one in DRAWINGS))).toEqual([]);
});
