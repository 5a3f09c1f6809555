import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../harness/secrets/redact.ts';

const KEY = 'Marked.Key-7f3aQ9zX';
const PLACEHOLDER = '$PETSTORE_API_KEY';
const hexes = [...KEY].map((character) => character.charCodeAt(0).toString(16));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the key is taken out', () => {
  const redactor = new Redactor(KEY);

  test.each([
    ['in hex', hexes.join('')],
    ['in upper-case hex', hexes.join('').toUpperCase()],
    ['as bytes of hex', hexes.join(' ')],
    ['in percent escapes', hexes.map((hex) => `%${hex}`).join('')],
    ['in escapes of JSON', hexes.map((hex) => `\\u00${hex}`).join('')],
    ['in escapes of JSON in JSON', hexes.map((hex) => `\\\\u00${hex}`).join('')],
    ['in references of HTML', hexes.map((hex) => `&#x${hex};`).join('')],
    ['split by spaces', [...KEY].join(' ')],
    ['folded', `${KEY.slice(0, 5)}\r\n\t${KEY.slice(5)}`],
    ['folded inside of JSON', `${KEY.slice(0, 5)}\\r\\n\\t${KEY.slice(5)}`],
  ])('%s', (_how, written) => {
    expect(redactor.text(`<${written}>`)).toBe(`<${PLACEHOLDER}>`);
    expect(redactor.holdsSecret(written)).toBe(true);
  });

  test.each(['', 'a', 'ab', 'user:'])('in base64 after %j', (before) => {
    const bytes = Buffer.from(`${before}${KEY}`);
    for (const written of [bytes.toString('base64'), bytes.toString('base64url')]) {
      const redacted = redactor.text(`"${written}"`);
      expect(redacted).toMatch(/^"[\w+/-]*\$PETSTORE_API_KEY=*"$/);
      // Of what is left, the characters before the key at most are of the base64 text.
      expect(redacted.length - PLACEHOLDER.length - 2).toBeLessThanOrEqual(Math.floor((before.length * 8) / 6) + 2);
    }
  });

  test('in base64 that is escaped, or broken into lines', () => {
    const written = base64(`user:${KEY}?`);
    const broken = `${written.slice(0, 9)}\r\n${written.slice(9)}`;
    for (const form of [encodeURIComponent(written), broken]) expect(redactor.text(form)).toContain(PLACEHOLDER);
  });

  test('wherever it stands in a longer base64 text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (before, after) => {
        const text = Buffer.concat([before, Buffer.from(KEY), after]).toString('base64');
        const kept = redactor.text(text).split(PLACEHOLDER);
        expect(kept).toHaveLength(2);
        expect(kept.map((part) => Buffer.from(part, 'base64').length).reduce((a, b) => a + b)).toBeLessThan(
          before.length + after.length + KEY.length / 2,
        );
      }),
    );
  });

  test('of a header name in any case', () => {
    expect(redactor.headerName(`X-${KEY}`)).toBe(`X-${PLACEHOLDER}`);
    expect(redactor.headerName(`x-${KEY.toLowerCase()}`)).toBe(PLACEHOLDER);
    expect(redactor.headerName('Content-Type')).toBe('Content-Type');
  });
});

test('a key that is mostly escapes is taken out however it is escaped again', () => {
  const key = 'a%41\\u0041&amp;"\\n z';
  const redactor = new Redactor(key);
  for (const written of [key, JSON.stringify(key), encodeURIComponent(key), base64(key)]) {
    expect(redactor.holdsSecret(`before ${written} after`)).toBe(true);
  }
});

test('a near miss is taken out in its encodings too', () => {
  const redactor = new Redactor(KEY);
  redactor.add(`${KEY}x`, 'EXTENDED');
  expect(redactor.text(Buffer.from(`${KEY}x`).toString('hex'))).toBe('EXTENDED');
});

describe('ordinary text stays as it is', () => {
  test.each(['s3cr', 'test', 'key', '1234567'])('where the key is as short as %s', (key) => {
    const redactor = new Redactor(key);
    const texts = [Buffer.from(key).toString('hex'), base64(key), [...key].join(' ')];
    for (const text of texts) expect(redactor.text(text)).toBe(text);
  });

  test('with escapes and spaces in it, beside a key as without one', () => {
    const redactor = new Redactor(KEY);
    const text = '{"name":"caf\\u00e9 \\n %41 &amp; x"}';
    expect(redactor.text(text)).toBe(text);
    expect(redactor.text(`${text}${hexes.join('')}${text}`)).toBe(`${text}${PLACEHOLDER}${text}`);
  });
});
