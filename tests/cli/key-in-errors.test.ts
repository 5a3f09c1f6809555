import { expect, test } from 'vitest';
import { Session } from './session.ts';

const KEY = 'sk_live_7f3a9b2cQ';
const BASE_URL = 'http://127.0.0.1:9/v1';

test.each([
  ['--seed', KEY],
  ['--only', KEY],
  ['--reporter', KEY],
  ['--reporter', `json=/dev/null/${KEY}/report.json`],
  ['--ledger', `/dev/null/${KEY}/ledger`],
  ['--ca', KEY],
  ['--api-key-file', KEY],
  ['--base-url', KEY],
  ['--base-url', `http://${KEY}@127.0.0.1/v1`],
  ['--header', `X-Gate: ${KEY}`],
  [`--${KEY}`],
  [KEY],
  ['replay', KEY],
])('a key in the wrong place is not in the message: %s %s', async (...argv) => {
  for (const [env, flags] of [
    [{ PETSTORE_BASE_URL: BASE_URL, PETSTORE_API_KEY: KEY }, []],
    [{ PETSTORE_BASE_URL: BASE_URL }, ['--api-key', KEY]],
  ] as const) {
    const session = new Session({ env });
    expect(await session.main(...argv, ...flags)).toBe(2);
    expect(session.stderr.text).toMatch(/^petstore-conformance: /m);
    expect(session.stdout.text + session.stderr.text).not.toContain(KEY);
  }
});

test.each([`--api-key${KEY}`, `--api-key=${KEY} --nonsense`, KEY, `--apikey ${KEY}`, `--api-key Bearer\t${KEY}`])(
  'nor is one that no setting gives: %s',
  async (words) => {
    const session = new Session({ env: { PETSTORE_BASE_URL: BASE_URL } });
    expect(await session.main(...words.split(' '))).toBe(2);
    expect(session.stdout.text + session.stderr.text).not.toContain(KEY);
  },
);
