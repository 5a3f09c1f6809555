import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keysWhere } from '../../harness/settings/table.ts';
import { type RunOptions, run, UsageError } from '../../library/index.ts';

/** Nothing listens there, and nothing is asked: the options are wrong. */
const TARGET = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' };

describe('wrong options are refused in one sentence that names them', () => {
  test.each<[options: object, sentence: string | RegExp]>([
    [{ baseUrl: undefined }, 'baseUrl is missing: give the address of the server to check.'],
    [{ apiKey: undefined }, 'apiKey is missing: give the API key that the server accepts.'],
    [{ apiKey: '' }, 'apiKey is empty: give the API key of the server.'],
    [{ apiKey: 'Bearer k' }, /^apiKey starts with the word Bearer/],
    [{ runs: Number.NaN }, 'runs is "NaN": give a whole number from 1 to 1000.'],
    [{ timeoutMs: 5 }, 'timeoutMs is "5": give a whole number from 10 to 600000.'],
    [{ only: ['list.ok'], skip: ['list.*'] }, /^only and skip together leave no requirement/],
    [{ readonly: true }, 'There is no option "readonly": did you mean readOnly?'],
    [{ repeat: 2 }, /^There is no option "repeat"/],
    [{ headers: ['X-Gate: k'] }, /^The header X-Gate contains the API key/],
    [{ apiKeyCommand: ['x'] }, 'apiKey and apiKeyCommand both give the API key: keep one.'],
    [
      { apiKey: undefined, apiKeyCommand: ['./no-such-program'] },
      /^The command of --api-key-command cannot be started/,
    ],
    [{ clientCert: 'a.pem' }, 'clientCert is one half of a pair: give clientKey too.'],
    [{ apiKey: null }, 'apiKey is not a text, a number, true or false, or a list of these.'],
    [{ apiKey: Symbol('k') }, /^apiKey is not a text/],
    [{ baseUrl: { href: 'http://127.0.0.1:9/v1' } }, /^baseUrl is not a text/],
    [{ only: [['list.*']] }, /^only is not a text/],
    [{ onProgress: 'x' }, 'onProgress is not a function.'],
    [{ signal: {} }, 'signal is not an AbortSignal.'],
    [{ ledger: '/' }, '/ is not a regular file: choose another file as ledger.'],
  ])('%j', async (options, sentence) => {
    const refused = run({ ...TARGET, ...options } as RunOptions);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(sentence);
  });

  test.each([undefined, null, 'http://127.0.0.1:9/v1', []])('%j instead of options', async (options) => {
    const refused = run(options as unknown as RunOptions);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow('run takes an object with options, such as { baseUrl, apiKey }.');
  });

  test('and that does not quote the key', async () => {
    const key = 'sk_live_7f3a9b2cQ';
    for (const options of [{ only: [key] }, { now: key }, { [key]: 1 }, { ledger: `/dev/null/${key}/ledger` }]) {
      const error = await run({ ...TARGET, apiKey: key, ...options }).catch((reason: unknown) => reason as UsageError);
      expect(error).toBeInstanceOf(UsageError);
      expect(`${(error as UsageError).message}${(error as UsageError).stack}`).not.toContain('7f3a9b2c');
    }
  });
});

test('each setting that is not of the command alone is an option, with its type', () => {
  const source = readFileSync(new URL('../../library/run-options.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
  const settings = keysWhere((row) => !row.isOfCommand);
  expect(options.filter((name) => !['command', 'signal', 'onProgress'].includes(name ?? '')).toSorted()).toEqual(
    settings.toSorted(),
  );
});
