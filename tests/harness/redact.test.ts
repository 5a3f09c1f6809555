import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from '../../harness/secrets/redact.ts';

const PLACEHOLDER = '$PETSTORE_API_KEY';

describe('the key', () => {
  test('is taken out wherever it stands, as often as it stands there', () => {
    const redactor = new Redactor('s3cret');
    expect(redactor.text('Bearer s3cret, s3crets3cret')).toBe(`Bearer ${PLACEHOLDER}, ${PLACEHOLDER}${PLACEHOLDER}`);
    expect(redactor.text('s3cre t, S3CRET')).toBe('s3cre t, S3CRET');
  });

  test('is taken out in its URL-encoded form too', () => {
    const redactor = new Redactor('a/b+c d=');
    expect(redactor.text('?api_key=a%2Fb%2Bc%20d%3D&x=a/b+c d=')).toBe(`?api_key=${PLACEHOLDER}&x=${PLACEHOLDER}`);
    expect(redactor.holdsSecret('api_key=a%2Fb%2Bc%20d%3D')).toBe(true);
  });

  test.each([
    ['slashes escaped', String.raw`k3y\/with+odd=chars&more.7f3a`],
    ['characters as code points', String.raw`k3y/with\u002Bodd=chars\u0026more.7f3a`],
    ['lower-case percent escapes', 'k3y%2fwith%2bodd%3dchars%26more.7f3a'],
    ['entities', 'k3y/with+odd=chars&amp;more.7f3a'],
  ])('is taken out where others write it with %s', (_how, written) => {
    const redactor = new Redactor('k3y/with+odd=chars&more.7f3a');
    expect(redactor.text(`<${written}>`)).toBe(`<${PLACEHOLDER}>`);
    expect(redactor.holdsSecret(written)).toBe(true);
  });

  test('is taken out of JSON that has to escape it', () => {
    const key = 'quo"te\\back-7f3a';
    const text = new Redactor(key).text(JSON.stringify({ message: `${key}!`, again: JSON.stringify(key) }));
    expect(text).not.toContain('7f3a');
    expect(text).toContain(`"message":"${PLACEHOLDER}!"`);
  });

  test('may hold characters that mean something in a pattern', () => {
    const key = '.*+?^$|()[]{}\\/-';
    const redactor = new Redactor(key);
    expect(redactor.text(`<${key}>`)).toBe(`<${PLACEHOLDER}>`);
    expect(redactor.text('any other text')).toBe('any other text');
  });

  test('may be a part of what is put in its place', () => {
    const redactor = new Redactor('API_KEY');
    expect(redactor.text('the API_KEY and API_KEY')).toBe(`the ${PLACEHOLDER} and ${PLACEHOLDER}`);
  });

  test('is never left over, whatever surrounds it', () => {
    const printable = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(
        printable.filter((key) => key !== '' && !PLACEHOLDER.includes(key)),
        fc.array(fc.string()),
        (key, texts) => {
          const pieces = new Redactor(key).pieces(texts.join(key));
          expect(pieces.some(({ text, shell }) => shell === undefined && text.includes(key))).toBe(false);
          expect(pieces.map(({ text, shell }) => (shell === undefined ? text : key)).join('')).toBe(texts.join(key));
        },
      ),
    );
  });
});

describe('near misses', () => {
  test('are taken out by what makes them, the longest first', () => {
    const redactor = new Redactor('key-7f3a');
    redactor.add('key-7f3', 'CUT');
    redactor.add('key-7f3ax', 'EXTENDED');
    expect(redactor.text('key-7f3 key-7f3a key-7f3ax key-7f')).toBe(`CUT ${PLACEHOLDER} EXTENDED key-7f`);
  });

  test('keep the first name that they were given', () => {
    const redactor = new Redactor('key-7f3a');
    redactor.add('key-7f3a', 'OTHER');
    expect(redactor.text('key-7f3a')).toBe(PLACEHOLDER);
  });

  test('count as secrets', () => {
    const redactor = new Redactor('key-7f3a');
    expect(redactor.holdsSecret('KEY-7F3A')).toBe(false);
    redactor.add('KEY-7F3A', 'SWAPPED');
    expect(redactor.holdsSecret('x KEY-7F3A y')).toBe(true);
  });
});

test('without a key nothing is taken out', () => {
  const redactor = new Redactor('');
  expect(redactor.text('anything')).toBe('anything');
  expect(redactor.holdsSecret('anything')).toBe(false);
});

test('a text is cut at its secrets, without empty pieces', () => {
  expect(new Redactor('key').pieces('keyakey')).toEqual([
    { text: PLACEHOLDER, shell: PLACEHOLDER },
    { text: 'a' },
    { text: PLACEHOLDER, shell: PLACEHOLDER },
  ]);
  expect(new Redactor('key').pieces('')).toEqual([]);
});
