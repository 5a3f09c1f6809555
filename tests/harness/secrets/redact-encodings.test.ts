import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { ENCODINGS, KEY_LENGTHS, keyOf } from './encodings.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';
/** What a form may have in front of the key and behind it: a scheme, a name, the rest of a group of base64. */
const MOST_LEFT_OVER = 40;

test('at least sixty encodings are tried', () => {
  expect(new Set(ENCODINGS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(60);
});

describe.each(KEY_LENGTHS)('a key of %i characters', (length) => {
  const key = keyOf(length);
  const redactor = new Redactor(key);
  const covered = ENCODINGS.filter(({ from }) => length >= from);

  test.each(covered)('is taken out $name', ({ write }) => {
    const redacted = redactor.text(`{"code":"unknown","message":"${write(key)}"}`);
    const [, message = ''] = /^\{"code":"unknown","message":"(.*)"\}$/s.exec(redacted) ?? [];
    expect(message).toContain(PLACEHOLDER);
    expect(message.replaceAll(PLACEHOLDER, '').length).toBeLessThanOrEqual(MOST_LEFT_OVER);
  });
});

const KEY = 'Marked.Key-7f3aQ9zX';

test('the key is taken out wherever it is in a longer base64 text', () => {
  const redactor = new Redactor(KEY);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (before, after) => {
      const text = Buffer.concat([before, Buffer.from(KEY), after]).toString('base64');
      const kept = redactor.text(text).split(PLACEHOLDER);
      expect(kept).toHaveLength(2);
      expect(kept.join('').length).toBeLessThanOrEqual(text.length - Math.floor((KEY.length * 8) / 6));
    }),
  );
});

test('a key that is mostly escapes is taken out however it is escaped again', () => {
  const key = 'a%41\\u0041&amp;"\\n z';
  const redactor = new Redactor(key);
  for (const written of [key, JSON.stringify(key), encodeURIComponent(key), Buffer.from(key).toString('base64')]) {
    expect(redactor.holdsSecret(`before ${written} after`)).toBe(true);
  }
});

test.each(['key=7f%33a9b2cQ', 'C:\\7f3a9b2cq', 'x%257f3a9b2cQ'])(
  'what is in front of the key does not hide it: %s',
  (text) => {
    expect(new Redactor('7f3a9b2cQ').text(text)).toContain(PLACEHOLDER);
  },
);

describe('a part of a long key is taken out', () => {
  const key = keyOf(64);
  const redactor = new Redactor(key);

  test.each([
    ['without its first character', key.slice(1)],
    ['without its last character', key.slice(0, -1)],
    ['cut in the second half', `${key.slice(0, 40)}...`],
    ['with a character changed at its start', `${key.slice(0, 5)}~${key.slice(6)}`],
    ['with a character changed at its end', `${key.slice(0, 60)}~${key.slice(61)}`],
    ['changed and in base64', Buffer.from(`${key.slice(0, 50)}~${key.slice(51)}`).toString('base64')],
  ])('%s', (_how, written) => {
    const left = redactor.text(`"${written}"`).replaceAll(PLACEHOLDER, '');
    expect(left.length).toBeLessThanOrEqual(8);
  });

  test('at any length, if it starts as the key does', () => {
    const long = keyOf(20_000);
    expect(new Redactor(long).text(`${long.slice(0, 2000)}…`)).toBe(`${PLACEHOLDER}…`);
  });
});

describe('a large text', () => {
  const line = '{"id":7,"name":"conformance \\"x\\" 100%","categoryId":1,"status":"available"},\n';
  const filler = line.repeat(20_000);

  test('is searched to its end, and at every seam', () => {
    for (const length of [64, 20_000]) {
      const key = keyOf(length);
      const text = `${filler}${key}${filler}${[...key].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')}`;
      expect(new Redactor(key).text(text)).toBe(`${filler}${PLACEHOLDER}${filler}${PLACEHOLDER}`);
    }
  });

  test.each([
    ['k1', '"k1",'],
    ['sk_live_7f3a9b2cQ', 'sk_live_7f3a9b2cQ'],
    ['sk_live_7f3a9b2cQ', '\\u0073k_live_7f3a9b2cQ,'],
  ])('that has the key %s without end is cut: %s', (key, written) => {
    const redacted = new Redactor(key).text(written.repeat(200_000));
    expect(redacted).toMatch(/ … \[[\d,]+ characters with the key in many places are left out here\]$/);
    expect(redacted.length).toBeLessThan(1_000_000);
    expect(redacted).not.toContain(written);
  });

  test('is searched in the same way for a key that repeats itself', () => {
    const key = 'abcd'.repeat(5000);
    expect(new Redactor(key).text(`${filler}"${key}"${filler}`)).toBe(`${filler}"${PLACEHOLDER}"${filler}`);
    const endless = 'a'.repeat(20_000);
    expect(new Redactor(endless).text('a'.repeat(1_000_000))).not.toContain('aaaa');
  });
});

test('ordinary text with escapes and spaces stays as it is, beside a key as without one', () => {
  const redactor = new Redactor(KEY);
  const hex = Buffer.from(KEY).toString('hex');
  const text = '{"name":"caf\\u00e9 \\n %41 &amp; x =41 [101, 102, 103, 104, 105, 106, 107, 108, 109]"}';
  expect(redactor.text(text)).toBe(text);
  expect(redactor.text(`${text}${hex}${text}`)).toBe(`${text}${PLACEHOLDER}${text}`);
});
