import { describe, expect, test } from 'vitest';
import { chooseEncoding } from '#codec/text/chooseEncoding.ts';
import { codePageOfLanguage } from '#codec/text/languageHint.ts';
import { decodeTextAs, encodeTextAs, TEXT_ENCODINGS } from '#codec/text/textEncoding.ts';

const utf8 = encodeTextAs('utf-8');

describe('the encoding of a server', () => {
  test('texts below 0x80 decide nothing', () => {
    expect(chooseEncoding([{ bytes: utf8('Test RP') }], utf8('Russian'))).toEqual({
      encoding: 'utf-8',
      by: 'ascii',
    });
  });

  test.each([
    ['windows-1251', 'Тестовый сервер', 'Русский'],
    ['windows-1251', 'Сервер', 'Russian'],
    ['windows-1251', 'Україна', 'ukr'],
    ['windows-1252', 'São Paulo Vida Real', 'Português'],
    ['windows-1252', 'Österreich', 'Deutsch'],
    ['windows-1250', 'România Roleplay', 'Română'],
    ['windows-1250', 'Polski serwer żółć', 'Polski'],
    ['windows-1254', 'Türkiye şehir', 'Türkçe'],
    ['windows-874', 'เซิร์ฟเวอร์ไทย', 'ไทย'],
    ['gb18030', '中文游戏服务器', '中文'],
  ])('%s: %s, language %s', (encoding, name, language) => {
    const encode = encodeTextAs(encoding);
    const chosen = chooseEncoding([{ bytes: encode(name) }], encode(language));
    expect(chosen).toEqual({ encoding, by: 'language' });
    expect(decodeTextAs(chosen.encoding)(encode(name))).toBe(name);
  });

  test.each([
    ['windows-1251', 'Тестовый сервер для всех'],
    ['windows-1251', 'Акция х2 на Ёлку'],
    ['windows-1252', 'Vida Real em São Paulo'],
    ['windows-874', 'ยินดีต้อนรับสู่เซิร์ฟเวอร์'],
    ['gb18030', '欢迎来到中文游戏服务器'],
    // Capitals: pairs of bytes below E0, as Chinese has them.
    ['windows-1251', 'СЕРВЕР'],
    ['windows-1251', 'КЛАН ВОЛКИ'],
    ['windows-1251', 'ЛУЧШИЙ СЕРВЕР РОССИИ 24/7'],
    ['windows-1251', 'ЁЖИКИ ПРОТИВ ВСЕХ'],
    ['windows-1251', 'УКРАЇНА Київ'],
    ['windows-1251', 'Наші міста і ріки'],
    ['windows-1252', 'AÇÕES NAÇÃO'],
    ['windows-1252', 'SÃO JOÃO DA BOA VISTA'],
    ['windows-1252', 'MISSÕES E AÇÃO'],
    ['gb18030', '枪战英雄'],
    ['gb18030', '生化危机 休闲娱乐'],
    ['windows-874', 'สวัสดีชาวโลก'],
  ])('%s by its looks alone: %s', (encoding, name) => {
    const bytes = encodeTextAs(encoding)(name);
    expect(chooseEncoding([{ bytes }], utf8('RP'))).toEqual({ encoding, by: 'shape' });
  });

  test.each([
    ['ROMÂNIA ŢARĂ', 'Română'],
    ['VIAŢĂ ŞI ŢĂRANI', 'RO'],
    ['BUCUREŞTI', 'romana'],
  ])('Romanian in capitals is no Chinese: %s, language %s', (name, language) => {
    const encode = encodeTextAs('windows-1250');
    const sample = { bytes: encode(name) };
    expect(chooseEncoding([sample], encode(language)).encoding).toBe('windows-1250');
    // Nothing but the language tells it from Western text.
    expect(chooseEncoding([sample]).encoding).toBe('windows-1252');
  });

  test.each(['Привет, Вася', 'São Paulo', 'ไทย', '中文', '🔥'])('UTF-8 wins: %s', (text) => {
    expect(chooseEncoding([{ bytes: utf8(text) }], utf8('Russian'))).toEqual({
      encoding: 'utf-8',
      by: 'utf-8',
    });
  });

  test('one text that is not UTF-8 takes the others along', () => {
    const cyrillic = encodeTextAs('windows-1251')('Русский');
    expect(chooseEncoding([{ bytes: utf8('Привет') }, { bytes: cyrillic }]).encoding).not.toBe(
      'utf-8',
    );
  });

  test('half a character is forgiven only where a server cuts', () => {
    const whole = utf8('д'.repeat(32));
    const cut = { bytes: whole.subarray(0, 63), caps: [50, 63] };
    expect(chooseEncoding([cut]).by).toBe('utf-8');
    expect(chooseEncoding([{ bytes: whole.subarray(0, 61), caps: [50, 63] }]).by).toBe('shape');
    const wrong = Uint8Array.from([...whole.subarray(0, 60), 0xe5, 0xf2, 0xf1]);
    expect(chooseEncoding([{ bytes: wrong, caps: [63] }]).by).toBe('shape');
  });
});

describe('the language a server names', () => {
  test.each([
    ['Romanian/English', 'windows-1250'],
    ['Portuguese', 'windows-1252'],
    ['BR', 'windows-1252'],
    ['RU', 'windows-1251'],
    ['Thailand', 'windows-874'],
    ['CN', 'gb18030'],
    ['TR', 'windows-1254'],
    ['EN', 'windows-1252'],
  ])('%s', (language, encoding) => {
    expect(codePageOfLanguage(utf8(language))).toBe(encoding);
  });

  test('may say nothing', () => {
    expect(codePageOfLanguage(utf8(''))).toBeNull();
    expect(codePageOfLanguage(utf8('JavaScript'))).toBeNull();
  });
});

describe('text and bytes', () => {
  test.each([
    ['windows-1251', 'Привет', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
    ['windows-1252', '•é€', [0x95, 0xe9, 0x80]],
    ['windows-874', 'ไทย', [0xe4, 0xb7, 0xc2]],
    ['gb18030', '中文', [0xd6, 0xd0, 0xce, 0xc4]],
    ['windows-1250', 'ő', [0xf5]],
    ['windows-1254', 'ş', [0xfe]],
    ['utf-8', 'é', [0xc3, 0xa9]],
  ])('%s: %s', (label, text, bytes) => {
    expect([...encodeTextAs(label)(text)]).toEqual(bytes);
    expect(decodeTextAs(label)(Uint8Array.from(bytes))).toBe(text);
  });

  test('what an encoding lacks becomes a question mark', () => {
    expect([...encodeTextAs('windows-1251')('a名b')]).toEqual([0x61, 0x3f, 0x62]);
  });

  test.each(TEXT_ENCODINGS)('%s leaves ASCII alone', (label) => {
    const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => at + 32));
    expect(decodeTextAs(label)(encodeTextAs(label)(ascii))).toBe(ascii);
  });

  test('an unknown label means UTF-8', () => {
    expect(decodeTextAs('klingon')(utf8('é'))).toBe('é');
  });
});
