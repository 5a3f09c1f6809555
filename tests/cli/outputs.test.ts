import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session, simulated, TARGET } from './session.ts';

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
    expect(session.stderr.text).toContain('PETSTORE_API_KEY_FILE would go to the address in .env');
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
    expect(session.stderr.text).toContain('PETSTORE_API_KEY_COMMAND would go to the address in .env');
  });
});
