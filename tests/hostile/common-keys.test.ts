import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { argumentsIn } from '../harness/shell.ts';
import { settingsFor, TEST_KEY } from '../support.ts';

const FAULTS = ['basic-accepted', 'key-in-query-accepted', 'error-status-always-400'];

async function reportWith(apiKey: string): Promise<Report> {
  const reference = await startReference({ apiKey, faults: FAULTS, pets: 30 });
  try {
    return await runInline(settingsFor(reference.baseUrl, { apiKey, readOnly: true, runs: 5 }), petStore);
  } finally {
    await reference.close();
  }
}

/** What must not depend on the key. The port is another in each run. */
function storyOf({ verdict, exitCode, diagnosis, causes, target, results }: Report) {
  const rows = results
    .filter(({ level }) => level !== 'INFO')
    .map(({ id, statement, outcome, fingerprint, expected, reason }) => {
      return { id, statement, outcome, fingerprint, expected, reason };
    });
  const baseUrl = target.baseUrl.replace(/:\d+\//, ':0/');
  return { verdict, exitCode, diagnosis, causes, baseUrl, rows };
}

describe('a key that is like ordinary text', () => {
  const usual = reportWith(TEST_KEY);

  test('is compared with a run that fails', async () => {
    const story = storyOf(await usual);
    expect(story).toMatchObject({ verdict: 'violating', exitCode: 1, baseUrl: 'http://127.0.0.1:0/v1' });
    expect(story.rows.filter(({ outcome }) => outcome === 'fail').length).toBeGreaterThan(3);
    expect((await usual).warnings).toBeUndefined();
  });

  test.each(['k1', '1', 'test', 'http', '127', '/', 'available', 'PETSTORE_API_KEY'])(
    '%s changes nothing in the report, which says that it cannot be hidden',
    async (apiKey) => {
      const report = await reportWith(apiKey);
      expect(storyOf(report)).toEqual(storyOf(await usual));
      expect(report.warnings).toEqual([expect.stringContaining('too short or too common')]);
      const sent = report.results.flatMap(({ exchanges = [] }) => exchanges.flatMap(({ request }) => request.headers));
      const credentials = sent.filter(([name]) => name === 'Authorization').map(([, value]) => value);
      expect(credentials).not.toContain(`Bearer ${apiKey}`);
      expect(credentials.length).toBeGreaterThan(0);
    },
  );

  test.each(['k1', '/'])('%s can be sent again by the commands of the report', async (apiKey) => {
    const { results } = await reportWith(apiKey);
    const commandOf = (id: string) => results.find((result) => result.id === id)?.curl ?? '';
    const basic = `Authorization: Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    expect(argumentsIn(commandOf('auth.wrong-scheme.listPets'), apiKey)).toContain(basic);
    const query = argumentsIn(commandOf('auth.header-only'), apiKey).find((word) => word.startsWith('http'));
    expect(new URL(query ?? '').searchParams.get('api_key')).toBe(apiKey);
  });
});
