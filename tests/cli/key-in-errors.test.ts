import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyOf } from '../harness/secrets/encodings.ts';
import { Session } from './session.ts';

const KEY = 'sk_live_7f3a9b2cQ';
const BASE_URL = 'http://127.0.0.1:9/v1';

function outputOf({ stdout, stderr }: Session): string {
  return `${stdout.text}${stderr.text}`;
}

const MISTAKES: readonly (readonly [string, (key: string) => readonly string[]])[] = [
  ['a number', (key) => ['--seed', key]],
  ['a selection', (key) => ['--only', key]],
  ['an identifier', (key) => ['--category-ids', key]],
  ['a duration', (key) => ['--timeout', key]],
  ['a date', (key) => ['--now', key]],
  ['a switch', (key) => [`--read-only=${key}`]],
  ['a reporter', (key) => ['--reporter', key]],
  ['a report', (key) => ['--reporter', `json=/dev/null/${key}/report.json`]],
  ['a ledger', (key) => ['--ledger', `/dev/null/${key}/ledger`]],
  ['a file of waivers', (key) => ['--waivers', key]],
  ['a baseline', (key) => ['--baseline', key]],
  ['an address', (key) => ['--base-url', key]],
  ['a user of an address', (key) => ['--base-url', `http://${key}@127.0.0.1/v1`]],
  ['a query of an address', (key) => ['--base-url', `${BASE_URL}?key=${key}`]],
  ['a flag', (key) => [`--${key}`]],
  ['a command', (key) => [key]],
  ['an operand', (key) => ['list', key, key]],
  ['a report to replay', (key) => ['replay', key]],
  ['a report to render', (key) => ['render', key]],
  ['reports to compare', (key) => ['compare', key, key]],
  ['a requirement', (key) => ['explain', key]],
  ['a fault', (key) => ['serve', '--fault', key]],
  ['a share', (key) => ['shard', key]],
];

describe.each(MISTAKES)('a key in the place of %s', (_place, write) => {
  test.each([
    ['given by the environment', { PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: KEY }, []],
    ['given by a flag', { PETSTORE_BASE_URL: BASE_URL }, ['--api-key', KEY]],
  ])('%s is not in the message', async (_how, env, flags) => {
    const session = new Session({ env });
    const [first = '', ...rest] = write(KEY);
    expect(await session.main(first, ...rest, ...flags)).toBe(2);
    expect(session.stderr.text).toMatch(/^petstore-conformance: /m);
    expect(outputOf(session)).not.toMatch(/7f3a9b2c/i);
  });
});

test('nor is a short one, or a very long one', async () => {
  for (const key of ['test', 'k1', keyOf(20_000)]) {
    const session = new Session({ env: { PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: key } });
    expect(await session.main('--seed', key)).toBe(2);
    expect(session.stderr.text).toContain('--seed is "$PETSTORE_API_KEY": give a whole number');
  }
});

test('a key in .env is not in the message either', async () => {
  const session = new Session();
  writeFileSync(
    join(session.cwd, '.env'),
    `PETSTORE_API_KEY=${KEY}\nPETSTORE_BASE_URL=${BASE_URL}\nPETSTORE_SEED=${KEY}\n`,
  );
  expect(await session.main()).toBe(2);
  expect(outputOf(session)).not.toContain(KEY);
});

test.each([[`--api-key${KEY}`], [`--api-key=${KEY}`, '--nonsense'], [KEY], ['--apikey', KEY]])(
  'a key that no setting gives is not in the message: %s %s',
  async (...argv) => {
    const session = new Session({ env: { PETSTORE_BASE_URL: BASE_URL } });
    expect(await session.main(...argv)).toBe(2);
    expect(outputOf(session)).not.toContain(KEY);
  },
);

describe('a fault of the suite that quotes the key', () => {
  const env = { PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: KEY };
  const fault = async () => {
    throw new Error(`cannot use ${KEY}, ${encodeURIComponent(KEY)} or ${Buffer.from(KEY).toString('base64')}`);
  };

  test('is printed without it', async () => {
    const session = new Session({ env, parts: { runSuite: fault } });
    expect(await session.main()).toBe(5);
    expect(session.stderr.text).toContain('cannot use $PETSTORE_API_KEY, $PETSTORE_API_KEY or $PETSTORE_API_KEY');
  });

  test('is printed without one that came by standard input', async () => {
    const given = { env: { PETSTORE_BASE_URL: BASE_URL }, stdin: [`${KEY}\n`], parts: { runSuite: fault } };
    const session = new Session(given);
    expect(await session.main('--api-key', '-')).toBe(5);
    expect(session.stderr.text).toContain('cannot use $PETSTORE_API_KEY');
  });
});

describe('a key that is like ordinary text', () => {
  test('is warned of once, before anything is sent', async () => {
    const session = new Session({ env: { PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: 'test' } });
    expect(await session.main()).toBe(0);
    expect(session.stderr.text.match(/^Warning: The API key is too short or too common/gm)).toHaveLength(1);
  });

  test('is not a distinctive one', async () => {
    const session = new Session({ env: { PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: KEY } });
    expect(await session.main()).toBe(0);
    expect(session.stderr.text).not.toContain('Warning');
  });
});
