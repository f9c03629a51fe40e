import { describe, expect, it } from 'vitest';
import { encodeTextAs } from '#codec/text/textEncoding.ts';
import { rawText } from '#bytes/rawText.ts';
import { serverText } from '#snapshot/serverText.ts';

const raw = (hex: string): string => rawText(Buffer.from(hex, 'hex'));
const utf8 = (text: string): string => rawText(Buffer.from(text, 'utf8'));
/** "Город" in Windows-1251 (spec a2s case 117). */
const GOROD_1251 = raw('c3eef0eee4');

describe('texts of one server', () => {
  it('are UTF-8 by rule', () => {
    const text = serverText([utf8('Город ☆'), 'de_dust2']);
    expect(text.encoding).toBe('utf-8');
    expect(text.clean(utf8('Город ☆'))).toBe('Город ☆');
  });

  it('are Windows-1251 when a name cannot be UTF-8 and has Cyrillic letters in a row (case 117)', () => {
    const text = serverText([GOROD_1251, 'de_dust2']);
    expect(text).toMatchObject({ encoding: 'windows-1251', guessed: true });
    expect(text.clean(GOROD_1251)).toBe('Город');
  });

  it('are Windows-1252 when the strange letters stand alone', () => {
    const text = serverText([raw('53e36f205061756c6f'), 'de_dust2']);
    expect(text.clean(raw('53e36f205061756c6f'))).toBe('São Paulo');
  });

  it.each([
    ['windows-1251', 'РУССКИЙ СЕРВЕР'],
    ['windows-1251', 'КЛАН'],
    ['windows-1252', 'AÇÕES E MISSÕES'],
    ['gb18030', '欢迎来到中文服务器'],
  ])('are guessed like the texts of every other protocol, capitals too: %s %s', (label, name) => {
    const bytes = encodeTextAs(label)(name);
    const text = serverText([rawText(bytes), 'de_dust2']);
    expect(text.encoding).toBe(label);
    expect(text.clean(rawText(bytes))).toBe(name);
  });

  it('follow the code page that a person set, also where UTF-8 would fit', () => {
    const text = serverText(['ASCII only'], 'windows-1251');
    expect(text).toMatchObject({ encoding: 'windows-1251', guessed: false });
    expect(text.clean(GOROD_1251)).toBe('Город');
  });

  it('read a field that is UTF-8 as UTF-8 even on a server of another code page', () => {
    const text = serverText([GOROD_1251]);
    expect(text.clean(utf8('Ünï ☆'))).toBe('Ünï ☆');
  });

  it('stay UTF-8 when a name was cut inside its last character (case 49)', () => {
    const cut = utf8('Русский сервер').slice(0, -1);
    const text = serverText([cut]);
    expect(text.encoding).toBe('utf-8');
    expect(text.clean(cut)).toBe('Русский серве\ufffd');
  });

  it('stay UTF-8 when one place in the middle is broken', () => {
    const broken = `${utf8('Русский')}\xd0 ${utf8('сервер')}`;
    expect(serverText([broken]).clean(broken)).toBe('Русский\ufffd сервер');
  });

  it('show U+FFFD for an odd byte in a rule of a server whose name is plain (case 117)', () => {
    const text = serverText(['stand-in', 'none']);
    expect(text.decode(Buffer.from('629972', 'hex'))).toBe('b\ufffdr');
  });

  it('lose control characters in names and keep them in what is shown as sent (case 119)', () => {
    const text = serverText(['x']);
    const trick = `${'\x01'.repeat(27)}[EU]\ttab\x7f`;
    expect(text.clean(trick)).toBe('[EU]tab');
    expect(text.asSent('line\r\n\ttab')).toBe('line\r\n\ttab');
    expect(text.clean(utf8('a\u0085b'))).toBe('ab');
  });

  it('are not trimmed', () => {
    expect(serverText([' x ']).clean(' FirePowered ')).toBe(' FirePowered ');
  });
});
