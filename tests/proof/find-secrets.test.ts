import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSecrets } from '../../proof/simulation/find-secrets.ts';

const each = (text: string, write: (hex: string, code: number) => string) =>
  [...Buffer.from(text)].map((code) => write(code.toString(16).padStart(2, '0'), code)).join('');
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const base64 = (text: string) => Buffer.from(text).toString('base64');

const KEYS = [
  'Marked.Key-7f3aQ9zX',
  'M@rk3d"K<y>&7\\f%3a+Q/9=z',
  '7f3a9b2c',
  'a%41b%42c d',
  'Schlüssel-ç-7f3a',
  'ключ-7f3a-ещё',
];

const FORMS: Readonly<Record<string, (key: string) => string>> = {
  'as it is': (key) => key,
  'in JSON': json,
  'in JSON inside JSON': (key) => json(json(key)),
  'in \\u escapes': (key) => [...key].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'in percent escapes': encodeURIComponent,
  'with every byte in percent escapes': (key) => each(key, (hex) => `%${hex}`),
  'in percent escapes twice': (key) => encodeURIComponent(encodeURIComponent(key)),
  'in HTML': html,
  'in HTML inside JSON': (key) => json(html(key)),
  'in decimal references': (key) => [...key].map((char) => `&#${char.charCodeAt(0)};`).join(''),
  'in hexadecimal references': (key) => [...key].map((char) => `&#x${char.charCodeAt(0).toString(16)};`).join(''),
  'in hex': (key) => each(key, (hex) => hex),
  'in capital hex': (key) => each(key, (hex) => hex.toUpperCase()),
  'in base64': base64,
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'inside base64, at the second place': (key) => base64(`x${key}y`),
  'inside base64, at the third place': (key) => base64(`xx${key}`),
  'in base64 behind letters': (key) => `token${base64(key)}`,
  'in a data URL, escaped': (key) => `data:text/plain;base64,${encodeURIComponent(base64(key))}`,
  'as headers show UTF-8': (key) => Buffer.from(key).toString('latin1'),
};

describe.each(KEYS)('the key %s', (key) => {
  test.each(Object.entries(FORMS))('is found %s', (_name, write) => {
    const report = `{"before": "${'some text, '.repeat(50)}${write(key)} and more"}`;
    expect(findSecrets(report, [key])).toMatchObject([{ secret: key, part: 'whole' }]);
    expect(findSecrets(Buffer.from(report), [key])).toMatchObject([{ secret: key, part: 'whole' }]);
  });
});

test('bytes in Latin-1 are found', () => {
  expect(findSecrets(Buffer.from('x Schlüssel-7f3a', 'latin1'), ['Schlüssel-7f3a'])).toHaveLength(1);
  expect(findSecrets(Buffer.from('x Schlüssel-7f3a', 'latin1').toString('base64'), ['Schlüssel-7f3a'])).toHaveLength(1);
});

test('most of a secret is as bad as all of it', () => {
  const key = 'abcdefghijklmnopqrstuvwxyz';
  expect(findSecrets(`cut: ${key.slice(0, 25)}`, [key])).toMatchObject([{ part: 'start' }]);
  expect(findSecrets(`cut: ${base64(key.slice(1))}`, [key])).toMatchObject([{ part: 'end' }]);
  expect(findSecrets(`cut: ${key.slice(0, 12)} … ${key.slice(-12)}`, [key])).toEqual([]);
});

test('nothing is found where there is nothing', () => {
  const ordinary = fc.string({ unit: fc.constantFrom(...'abc%\\&;#u0041="/{}'), maxLength: 300 });
  fc.assert(fc.property(ordinary, (text) => findSecrets(text, ['Marked.Key-7f3aQ9zX']).length === 0));
  expect(findSecrets('anything', [])).toEqual([]);
  expect(findSecrets('anything', [''])).toEqual([]);
  expect(findSecrets('', ['Marked.Key-7f3aQ9zX'])).toEqual([]);
});

test('each secret is reported once, with what has to be undone', () => {
  const [found, ...others] = findSecrets(
    `${json(base64('"first" secret?>')).replaceAll('/', '\\/')} second-secret second-secret`,
    ['"first" secret?>', 'second-secret'],
  ).toSorted((one, other) => one.secret.localeCompare(other.secret));
  expect(found).toMatchObject({ secret: '"first" secret?>', layers: ['JSON', 'base64'] });
  expect(others).toMatchObject([{ secret: 'second-secret', layers: [] }]);
});
