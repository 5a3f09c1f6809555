import { describe, expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';
import { type Alter, type Answer, standInFront } from './front.ts';

const TOO_LONG = 'x'.repeat(17 * 1024 * 1024);

const head = ({ status }: Answer) =>
  `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nWWW-Authenticate: Bearer\r\n`;

const onErrors =
  (spoil: (answer: Answer) => ReturnType<Alter>): Alter =>
  (_asked, answer) =>
    answer.status >= 400 ? spoil(answer) : answer;

const SPOILT: readonly (readonly [string, Alter, string, readonly string[]])[] = [
  [
    'larger than what is read',
    // Megabytes take their time, so only some errors have them.
    (asked, answer) => {
      const isSpoilt = answer.status === 404 && asked.headers.authorization === `Bearer ${TEST_KEY}`;
      return isSpoilt ? { ...answer, body: answer.body.replace(/}$/, `,"trace":"${TOO_LONG}"}`) } : answer;
    },
    'oversized',
    ['404'],
  ],
  [
    'with chunks that are not chunks',
    onErrors((answer) => ({ raw: `${head(answer)}Transfer-Encoding: chunked\r\n\r\nnot a size\r\n${answer.body}` })),
    'invalid-http',
    ['400', '401', '404'],
  ],
  [
    'that breaks off in the middle',
    onErrors((answer) => ({ raw: `${head(answer)}Content-Length: 100000\r\n\r\n${answer.body}` })),
    'reset',
    ['400', '401', '404'],
  ],
];

describe.each(SPOILT)('an error response %s', (_what, alter, kind, statuses) => {
  test('is one story, and what depends on its body is left open', async () => {
    const { baseUrl } = await standInFront({ alter, pets: 120 });
    const report = await runInline(settingsFor(baseUrl, { runs: 3 }), petStore);
    expect(idsWith(report, 'fail')).toEqual(['body.json']);
    expect(idsWith(report, 'warn')).toEqual([]);
    expect(report.exitCode).toBe(1);
    expect(report.run.interruptions).toBeUndefined();
    const [story] = report.results.filter(({ id }) => id === 'body.json');
    expect(story?.exchanges?.at(-1)?.response?.unreadable?.kind).toBe(kind);
    expect(story?.frequency?.failed).toBeGreaterThan(3);
    const open = report.results.filter(({ outcome, level }) => outcome === 'inconclusive' && level !== 'INFO');
    expect(open.map(({ id }) => id)).toEqual(
      expect.arrayContaining(statuses.map((status) => `errors.shape.${status}`)),
    );
    expect(open.filter(({ why }) => !why?.because?.includes('body.json'))).toEqual([]);
  });
});
