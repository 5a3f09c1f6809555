import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failingReport, Session, simulated, TARGET } from './session.ts';

const DIGEST = 'AB'.repeat(32);
const SUBJECT = `registry.example.com/shop@sha256:${DIGEST}`;

describe('an attestation', () => {
  test.each([
    ['run', ['--reporter', 'attestation=a.json']],
    ['render', ['render', 'report.json', '--reporter', 'attestation=a.json']],
    ['inspect', ['inspect', 'browser.har', '--reporter', 'attestation=a.json']],
  ])('needs a subject before anything is done: %s', async (_command, argv) => {
    const entry = {
      startedDateTime: '2026-11-15T00:00:00Z',
      request: { method: 'GET', url: 'https://pets.test/v1/pets' },
      response: { status: 200 },
    };
    const files = {
      'report.json': JSON.stringify(failingReport),
      'browser.har': JSON.stringify({ log: { entries: [entry] } }),
    };
    const session = new Session({ env: TARGET, files });
    expect(await session.main(...argv)).toBe(2);
    expect(session.stderr.text).toContain('An attestation needs a subject: give --subject NAME@sha256:DIGEST');
    expect(session.runs).toEqual([]);
    expect(existsSync(join(session.cwd, 'a.json'))).toBe(false);
  });

  test.each(['shop', 'shop@sha256:12', '@sha256:', `shop@sha512:${DIGEST}`, `a shop@sha256:${DIGEST}`])(
    'has a subject with a digest, which %j is not',
    async (subject) => {
      const session = new Session({ env: TARGET });
      expect(await session.main('--subject', subject)).toBe(2);
      expect(session.stderr.text).toContain('write NAME@sha256:DIGEST');
    },
  );

  test.each(['ci.example.com/7', 'ftp://ci.example.com', 'https://user:secret@ci.example.com/'])(
    'has a link to a page, which %j is not',
    async (url) => {
      const session = new Session({ env: TARGET });
      expect(await session.main('--run-url', url)).toBe(2);
      expect(session.stderr.text).toContain('--run-url is not an http or https address without credentials');
      expect(session.stderr.text).not.toContain('secret@');
    },
  );

  test('is about the subject, with digests of the files that decided', async () => {
    const waivers = 'waivers:\n  - { id: list.limit.minimum, reason: r, owner: o, until: 2030-01-01 }\n';
    const session = new Session({
      env: { ...TARGET, PETSTORE_SUBJECT: SUBJECT },
      files: { 'waivers.yaml': waivers },
      run: simulated({ faults: ['limit-one-gives-two'] }),
    });
    const argv = ['--reporter', 'attestation=a.json,json=r.json', '--waivers', 'waivers.yaml', '--now', '2026-01-01'];
    expect(await session.main(...argv, '--run-url', 'https://CI.example.com/jobs/7')).toBe(0);
    const statement = JSON.parse(readFileSync(join(session.cwd, 'a.json'), 'utf8'));
    expect(statement.subject).toEqual([
      { name: 'registry.example.com/shop', digest: { sha256: DIGEST.toLowerCase() } },
    ]);
    expect(statement.predicate).toMatchObject({ result: 'WARNED', url: 'https://ci.example.com/jobs/7' });
    expect(statement.predicate.warnedTests).toContain('list.limit.minimum');
    expect(statement.predicate.failedTests).toEqual([]);
    const digests = new Map(
      statement.predicate.configuration.map(({ name, digest }: ReturnType<typeof JSON.parse>) => [name, digest.sha256]),
    );
    const digestOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
    expect(digests.get('waivers')).toBe(digestOf(waivers));
    expect(digests.get('specification')).toBe(
      digestOf(readFileSync(new URL('../../schemas/openapi.yaml', import.meta.url))),
    );
    expect(JSON.stringify(statement)).not.toContain(TARGET.PETSTORE_API_KEY);
    // The report has everything that the attestation needs.
    expect(await session.main('render', 'r.json', '--reporter', 'attestation=again.json')).toBe(0);
    expect(readFileSync(join(session.cwd, 'again.json'), 'utf8')).toBe(
      readFileSync(join(session.cwd, 'a.json'), 'utf8'),
    );
  });
});

describe('a key in a file', () => {
  const { PETSTORE_BASE_URL } = TARGET;
  const keyed = (text: string, env = {}) =>
    new Session({ env: { PETSTORE_BASE_URL, ...env }, files: { 'api-key': text } });

  test.each(['sk_live_7f3a9b2cQ', 'sk_live_7f3a9b2cQ\n', 'sk_live_7f3a9b2cQ\r\nanother line\n'])(
    'is its first line: %j',
    async (text) => {
      for (const [session, ...flags] of [
        [keyed(text), '--api-key-file', 'api-key'],
        [keyed(text, { PETSTORE_API_KEY_FILE: 'api-key' })],
      ] as const) {
        expect(await session.main(...flags)).toBe(0);
        expect(session.runs.map(({ apiKey }) => apiKey)).toEqual(['sk_live_7f3a9b2cQ']);
      }
    },
  );

  test.each([
    [
      ['--api-key-file', 'nothing'],
      'The API key of --api-key-file cannot be read (ENOENT): name the file that has the key.',
    ],
    [['--api-key-file', './nothing'], 'The API key of --api-key-file ./nothing cannot be read (ENOENT): name the file'],
    [
      ['--api-key-file', '/usr/nothing'],
      'The API key of --api-key-file /usr/nothing cannot be read (ENOENT): name the',
    ],
    [
      ['--api-key-file', '.'],
      'The API key of --api-key-file . cannot be read (EISDIR): name the file that has the key.',
    ],
    [['--api-key-file', 'api-key', '--api-key', 'k'], '--api-key and --api-key-file both give the API key: keep one.'],
    [['--api-key-file', 'api-key', '--header', 'X-Gate: sk_live_7f3a9b2cQ'], 'The header X-Gate contains the API key'],
    [['--api-key-file', 'api-key', '--only', 'sk_live_7f3a9b2cQ'], 'matches no requirement'],
    [['--api-key-file', 'api-key', '--waivers', 'sk_live_7f3a9b2cQ'], 'cannot be read (ENOENT)'],
  ])('is refused in one sentence without the key: %j', async (flags, sentence) => {
    const session = keyed('sk_live_7f3a9b2cQ\n');
    expect(await session.main(...flags)).toBe(2);
    expect(session.stderr.text).toContain(sentence);
    expect(session.stderr.text).not.toContain('7f3a9b2c');
    expect(session.runs).toEqual([]);
  });

  test('that is empty is refused', async () => {
    const session = keyed('\n');
    expect(await session.main('--api-key-file', 'api-key')).toBe(2);
    expect(session.stderr.text).toContain('The API key of --api-key-file api-key is empty');
  });

  test('does not go where a .env says', async () => {
    const files = { 'api-key': 'sk_live_7f3a9b2cQ', '.env': `PETSTORE_BASE_URL=${PETSTORE_BASE_URL}\n` };
    const session = new Session({ env: { PETSTORE_API_KEY_FILE: 'api-key' }, files });
    expect(await session.main()).toBe(2);
    expect(session.stderr.text).toContain('PETSTORE_API_KEY_FILE is not from .env, but PETSTORE_BASE_URL in .env');
  });

  test('is hidden in reports like any other', async () => {
    const session = new Session({
      env: { PETSTORE_BASE_URL, PETSTORE_API_KEY_FILE: 'api-key' },
      files: { 'api-key': 'sk_live_7f3a9b2cQ' },
      run: simulated(),
    });
    expect(await session.main('--reporter', 'json=r.json,har=r.har', '--only', 'auth.*')).toBe(0);
    for (const file of ['r.json', 'r.har']) {
      const text = readFileSync(join(session.cwd, file), 'utf8');
      expect(text).not.toContain('7f3a9b2c');
      expect(text).not.toContain('apiKeyFile');
    }
  });
});

describe('a command that prints the key', () => {
  const { PETSTORE_BASE_URL } = TARGET;
  const printing = (text: string) => [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`];

  test('gives the key of the run, which reports hide like any other', async () => {
    const PETSTORE_API_KEY_COMMAND = JSON.stringify(printing('sk_live_7f3a9b2cQ\n'));
    const session = new Session({ env: { PETSTORE_BASE_URL, PETSTORE_API_KEY_COMMAND }, run: simulated() });
    expect(await session.main('--reporter', 'json=r.json,har=r.har', '--only', 'auth.*')).toBe(0);
    expect(session.runs.map(({ apiKey }) => apiKey)).toEqual(['sk_live_7f3a9b2cQ']);
    for (const file of ['r.json', 'r.har']) {
      const text = readFileSync(join(session.cwd, file), 'utf8');
      expect(text).not.toContain('7f3a9b2c');
      expect(text).not.toContain('apiKeyCommand');
    }
  });

  test.each([
    [printing('two\nlines\n'), 'prints more than one line'],
    [printing(''), 'The API key that --api-key-command prints is empty'],
    [[process.execPath, '-e', 'process.exit(3)', 'hush'], 'ends with exit code 3: run it by itself to see why.'],
    [['./no-such-program', 'hush'], 'cannot be started (ENOENT)'],
  ])('is reported in one sentence that does not quote it: %j', async (command, sentence) => {
    const session = new Session({ env: { PETSTORE_BASE_URL } });
    expect(await session.main('--api-key-command', JSON.stringify(command))).toBe(2);
    expect(session.stderr.text).toContain(sentence);
    expect(session.stderr.text).not.toMatch(/hush|lines\n|no-such/);
    expect(session.runs).toEqual([]);
  });

  test('does not start where nothing is sent, and needs a base URL', async () => {
    const env = { PETSTORE_API_KEY_COMMAND: './no-such-program' };
    expect(await new Session({ env: { ...env, PETSTORE_BASE_URL } }).main('plan')).toBe(0);
    const session = new Session({ env });
    expect(await session.main()).toBe(2);
    expect(session.stderr.text).toContain('There is an API key but no base URL');
  });

  test('does not send the key where a .env says', async () => {
    const files = { '.env': `PETSTORE_BASE_URL=${PETSTORE_BASE_URL}\n` };
    const session = new Session({ env: { PETSTORE_API_KEY_COMMAND: './no-such-program' }, files });
    expect(await session.main()).toBe(2);
    expect(session.stderr.text).toContain('PETSTORE_API_KEY_COMMAND is not from .env, but PETSTORE_BASE_URL in .env');
  });
});

test('--trace and a traceparent of the user do not go together', async () => {
  const session = new Session({ env: TARGET });
  expect(await session.main('--trace', '--header', 'Traceparent: 00-1-1-01')).toBe(2);
  expect(session.stderr.text).toContain('--trace sends a traceparent of its own: remove the header traceparent.');
});
