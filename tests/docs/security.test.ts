import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** How a promise of SECURITY.md begins, and the tests that check it: file, and a part of the title. */
type Row = readonly [promise: string, ...tests: (readonly [file: string, title: string])[]];

const REDACT = 'tests/harness/secrets/redact.test.ts';
const SECURITY = 'tests/harness/secrets/security.test.ts';
const ENGINE = 'tests/harness/engine/engine.slow.test.ts';
const DOTENV = 'tests/cli/dotenv.test.ts';
const SECRETS = 'tests/proof/secrets.slow.test.ts';
const HOSTILE = 'tests/reporters/hostile.test.ts';

const PROMISES: readonly Row[] = [
  ['The key is sent to the base URL', [SECURITY, 'the key is sent in Authorization; elsewhere only']],
  [
    'The headers of `--header` are sent',
    [SECURITY, 'the headers of --header are sent with every request'],
    ['tests/network/proxy.slow.test.ts', 'that it does not know, without the credentials'],
  ],
  ['Redirects are not followed', ['tests/harness/http/client.test.ts', 'that redirects is returned as it is']],
  [
    'No secret is written to a file',
    [SECRETS, 'errors that repeat the secrets in one form after the other'],
    [ENGINE, 'has no secret, and its pets are recognised all the same'],
    [REDACT, 'hides the key %.20s'],
  ],
  ['A file `.env` cannot send', [DOTENV, '%s %j %j does not, with %j']],
  ['Give the key by', [DOTENV, 'is the first line of standard input']],
  ['the key, and each token that is almost', [REDACT, 'near misses are shown by the expression']],
  ['each value of `--header`', [REDACT, 'other secrets']],
  ['the password of the proxy', [REDACT, 'other secrets']],
  ['our own requests, and the curl lines', [REDACT, 'a request of ours']],
  ['responses, also as bytes', [SECRETS, 'errors that repeat all that was sent']],
  ['usage errors, crash messages', [DOTENV, 'is removed from messages, wherever it was given']],
  ['as it is', [REDACT, 'is removed %s']],
  ['in JSON escapes', [REDACT, 'each of its characters is in another escape']],
  ['in base64 of both alphabets', [REDACT, 'at all places of a longer base64 text, in both alphabets']],
  ['in hex, in small', [REDACT, 'is removed %s']],
  ['in base64 and hex that is escaped', [REDACT, 'is removed %s']],
  [
    'It is looked for before anything is cut',
    ['tests/harness/report/report.test.ts', 'is hidden before a long body is cut'],
    [SECURITY, 'tokens that are almost the key are found'],
    [REDACT, 'at all places of a longer base64 text, in both alphabets'],
  ],
  [
    'Reports, archives and the ledger contain',
    ['tests/cli/files.test.ts', 'reports are for their owner alone'],
    [HOSTILE, 'is not in %s'],
  ],
  ['A pet whose name or id contains a secret', [ENGINE, 'has no secret, and its pets are recognised all the same']],
  ['A key of fewer than 8 characters', [REDACT, 'is hidden in our own requests only, and the run says so']],
  [
    'A run ends within seconds',
    [
      'tests/cli/stopped.slow.test.ts',
      'a signal while long answers are decided is followed by a report and an archive',
    ],
    ['tests/cli/process.slow.test.ts', 'a run that is over its time ends, whatever the server does'],
  ],
  [
    'Line breaks of a server',
    [HOSTILE, 'cannot break a line of a terminal'],
    ['tests/cli/workflow-commands.test.ts', 'nor is a line of a report in a file'],
  ],
  [
    'Control characters, escape sequences',
    ['tests/cli/files.test.ts', 'has its control characters escaped on standard error'],
    ['tests/cli/reports.test.ts', 'waivers init writes no control character into %s'],
    [SECURITY, 'shows no control character and no half of a surrogate pair'],
  ],
  [
    'JSON reports and the ledger can be read',
    ['tests/harness/json/json-text.test.ts', '%s can be read by strict parsers'],
    [SECURITY, 'shows no control character and no half of a surrogate pair'],
  ],
  [
    'A ledger is read line by line',
    [ENGINE, 'of any size is read at its end, and stays as it is'],
    [ENGINE, 'may have any content'],
    [SECURITY, 'leads to at most 12 fetches'],
    [SECURITY, 'cannot excuse a pet that the run itself creates'],
  ],
  [
    'A HAR file can have any content',
    ['tests/harness/record/har.test.ts', 'a file that is not as it should be is refused in one sentence'],
    ['tests/fuzz/files.slow.test.ts', 'mutated archives and reports are inspected'],
  ],
  ['In CI, a `.env` is read only', [DOTENV, 'in CI, a .env that sets something']],
  ['The HTML report runs no script', ['tests/browser/hostile.slow.test.ts', 'would still be stopped by the policy']],
  [
    'The GitHub Action ignores',
    ['tests/pipeline/action.slow.test.ts', 'whatever a .env in the workspace says'],
    ['tests/pipeline/action.slow.test.ts', "{ 'report-folder': 'link/reports' }"],
  ],
];

/** Advice, headings of lists, and what is not promised. */
const NO_PROMISES = [
  'A run has secrets',
  'Report a weakness',
  'These are secrets',
  'text',
  'A secret is found',
  'a secret in any other form',
  'a secret in UTF-16',
  'what is there of a secret',
  'whatever is in a report already',
  'memory of the process',
  'A server knows its own key',
];

/** Paragraphs, items of lists and rows of tables, each in one line. */
function statementsIn(markdown: string): readonly string[] {
  const lines = markdown.replaceAll(/\n {2}(?=\S)/g, ' ').split('\n');
  const paragraphs = lines.join('\n').split(/\n\n|\n(?=[-|])/);
  return paragraphs
    .map((text) =>
      text
        .replaceAll('\n', ' ')
        .replace(/^[-|] /, '')
        .trim(),
    )
    .filter((text) => text !== '' && !/^[#|-]/.test(text));
}

const statements = statementsIn(textOf('SECURITY.md'));

test('every promise of SECURITY.md has a test', () => {
  const known = [...PROMISES.map(([promise]) => promise), ...NO_PROMISES];
  expect(statements.filter((text) => !known.some((start) => text.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !statements.some((text) => text.startsWith(start)))).toEqual([]);
});

test.each(PROMISES.map(([promise, ...tests]) => ({ promise, tests })))('$promise: its tests exist', ({ tests }) => {
  for (const [file, title] of tests) expect(textOf(file)).toContain(title);
});
