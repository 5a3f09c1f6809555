import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { type RunOptions, run, UsageError } from '../../library/index.ts';
import { settingsOf } from '../../library/settings-of.ts';
import { fullReport } from '../reporters/samples.ts';

/** Nothing listens there, and nothing is asked: the options are wrong. */
const TARGET = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' };

const WAIVER = { id: 'list.ok', reason: 'Fixed next week.', owner: 'Kim', until: '2030-01-31' };

test('a rejection does not quote the key', async () => {
  const apiKey = 'sk_live_7f3a9b2cQ';
  const wrong = [{ only: [apiKey] }, { now: apiKey }, { [apiKey]: 1 }, { ledger: `/dev/null/${apiKey}/ledger` }];
  for (const options of wrong) {
    const error: unknown = await run({ ...TARGET, apiKey, ...options }).catch((reason: unknown) => reason);
    if (!(error instanceof UsageError)) throw new Error('not rejected');
    expect(error.message).toContain('$PETSTORE_API_KEY');
    expect(`${error.message}${error.stack}`).not.toContain('7f3a9b2c');
  }
});

test('options mean what the flags mean', () => {
  const flags = new Map([
    ['base-url', ['http://127.0.0.1:9/v1/']],
    ['api-key', ['k']],
    ['only', ['list.*', 'create.minimal']],
    ['skip', ['list.ok']],
    ['strict', ['true']],
    ['read-only', ['true']],
    ['known-ids', ['7', '9007199254740993']],
    ['category-ids', ['1']],
    ['seed', ['-5']],
    ['runs', ['3']],
    ['max-creates', ['0']],
    ['max-bad-credentials', ['4']],
    ['bad-credential-pause', ['0.25']],
    ['max-rps', ['0.5']],
    ['concurrency', ['2']],
    ['timeout', ['0.05']],
    ['consistency-window', ['0']],
    ['max-wait', ['3600']],
    ['max-duration', ['1.5']],
    ['now', ['2030-12-05']],
    ['repeat', ['2']],
    ['ledger', ['created.jsonl']],
    ['proxy', ['proxy.test:3128']],
    ['ca', ['ca.pem']],
    ['client-cert', ['client.pem']],
    ['client-key', ['client.key']],
    ['insecure', ['true']],
    ['connect-to', ['10.0.0.7:8443']],
    ['header', ['X-Gate: open', 'X-Two: 2']],
  ]);
  const options: RunOptions = {
    baseUrl: 'http://127.0.0.1:9/v1/',
    apiKey: 'k',
    only: ['list.*', 'create.minimal'],
    skip: ['list.ok'],
    strict: true,
    readOnly: true,
    knownIds: ['7', 9007199254740993n],
    categoryIds: ['1'],
    seed: -5,
    runs: 3,
    maxCreates: 0,
    maxBadCredentials: 4,
    badCredentialPauseMs: 250,
    maxRps: 0.5,
    concurrency: 2,
    timeoutMs: 50,
    consistencyWindowMs: 0,
    maxWaitMs: 3_600_000,
    maxDurationMs: 1_500,
    now: '2030-12-05',
    repeat: 2,
    ledger: 'created.jsonl',
    proxy: 'proxy.test:3128',
    ca: 'ca.pem',
    clientCert: 'client.pem',
    clientKey: 'client.key',
    clientKeyPassphrase: 'hush',
    insecure: true,
    connectTo: '10.0.0.7:8443',
    headers: ['X-Gate: open', 'X-Two: 2'],
  };
  const env = { PETSTORE_CLIENT_KEY_PASSPHRASE: 'hush' };
  expect(settingsOf(options, {})).toEqual(resolveSettings(flags, env, ''));
});

test('of the environment only the hosts that are never written to count', () => {
  const env = {
    HTTP_PROXY: 'http://proxy.test',
    PETSTORE_RUNS: '0',
    PETSTORE_ONLY: 'list.ok',
    PETSTORE_STRICT: 'true',
    PETSTORE_BASE_URL: 'nonsense',
  };
  const { seed: _seed, ...settings } = settingsOf(TARGET, { ...env, PETSTORE_READ_ONLY_HOSTS: '127.*' });
  const { seed: _other, ...defaults } = resolveSettings(new Map(), {}, '');
  expect(settings).toEqual({ ...defaults, ...TARGET, readOnly: true, readOnlyHosts: ['127.*'] });
});

describe('wrong options are refused in one sentence', () => {
  const { baseUrl, apiKey } = TARGET;
  const wrong: readonly (readonly [options: unknown, sentence: string])[] = [
    [{ apiKey }, 'baseUrl is missing: give the address of the server to check.'],
    [{ baseUrl }, 'apiKey is missing: give the API key that the server accepts.'],
    [
      { baseUrl: 'ftp://x', apiKey },
      'baseUrl is not an http or https address: write it like https://api.example.com/v1.',
    ],
    [{ baseUrl, apiKey: '' }, 'apiKey is empty: give the API key of the target.'],
    [{ ...TARGET, runs: 0 }, 'runs is "0": give a whole number from 1 to 1000.'],
    [{ ...TARGET, runs: Number.NaN }, 'runs is "NaN": give a whole number from 1 to 1000.'],
    [{ ...TARGET, maxRps: 0 }, 'maxRps is "0": give a number from 0.1 to 10000.'],
    [{ ...TARGET, timeoutMs: 5 }, 'timeoutMs is "5": give a whole number from 10 to 600000.'],
    [
      { ...TARGET, knownIds: ['x'] },
      'knownIds contains "x", which is not an int64: give integers separated by commas.',
    ],
    [{ ...TARGET, now: '2030-02-30' }, 'now is "2030-02-30": give a date that exists, written YYYY-MM-DD.'],
    [{ ...TARGET, strict: 'maybe' }, 'strict is "maybe": use true or false (or 1, 0, yes, no).'],
    [
      { ...TARGET, only: ['list.o'] },
      'only "list.o" matches no requirement: choose from petstore-conformance list, perhaps list.ok.',
    ],
    [
      { ...TARGET, only: ['list.ok'], skip: ['list.*'] },
      'only and skip together leave no requirement to check: loosen one of them.',
    ],
    [{ ...TARGET, readonly: true }, 'There is no option "readonly": did you mean readOnly?'],
    [
      { ...TARGET, waivers: 'waivers.yaml' },
      'waivers is not a list: give an array of objects with id, reason, owner and until.',
    ],
    [
      { ...TARGET, waivers: [{ ...WAIVER, until: 'soon' }] },
      'waivers has an invalid date in the waiver of list.ok: write until as YYYY-MM-DD.',
    ],
    [
      { ...TARGET, waivers: [{ ...WAIVER, id: 'list.okk' }] },
      'waivers waives "list.okk", which is not a requirement that can fail: did you mean list.ok?',
    ],
    [
      { ...TARGET, baseline: { verdict: 'conforming' } },
      "baseline is not a report of petstore-conformance: it must have required property 'schemaVersion'. Make one with --reporter json=FILE.",
    ],
    [
      { ...TARGET, baseline: fullReport },
      'baseline cannot be a baseline, because its run did not finish: name the report of a run that did.',
    ],
    [
      { ...TARGET, headers: ['X-Gate: k'] },
      'headers puts the API key into "X-Gate": remove it, the suite sends the key itself.',
    ],
    [{ ...TARGET, clientCert: 'a.pem' }, 'There is a client certificate but no key for it: give --client-key.'],
    [{ ...TARGET, ledger: '/' }, '/ cannot be written (EISDIR): choose another file.'],
  ];
  for (const [options, sentence] of wrong) {
    test(sentence, () => expect(run(options as RunOptions)).rejects.toThrow(new UsageError(sentence)));
  }
});
