import { describe, expect, onTestFinished, test } from 'vitest';
import { curlOf } from '../../harness/curl.ts';
import { Redactor } from '../../harness/redact.ts';
import { runInline } from '../../harness/run-inline.ts';
import { confirmSilence } from '../../harness/silence.ts';
import { openTarget } from '../../harness/target.ts';
import type { Unanswered } from '../../harness/verdicts.ts';
import { checks } from '../../suites/index.ts';
import { type Alter, standInFront } from '../hostile/front.ts';
import { idsWith, settingsFor } from '../support.ts';
import { serveHttp } from './servers.ts';
import { argumentsIn } from './shell.ts';

describe('a command line', () => {
  test('gives back a key that starts with a hyphen and stands in the query', () => {
    const key = '-k3y/with+odd=chars';
    const path = `/v1/pets?api_key=${encodeURIComponent(key)}`;
    const command = curlOf({ method: 'GET', path, headers: [] }, 'http://127.0.0.1:9', new Redactor(key));
    const url = new URL(argumentsIn(command, key).at(-1) ?? '');
    expect(url.searchParams.get('api_key')).toBe(key);
  });
});

describe('silence', () => {
  test('that a rate limit keeps from being confirmed is not told to have been answered', async () => {
    let asked = 0;
    const origin = await serveHttp((_request, response) => {
      asked += 1;
      if (asked > 1) response.writeHead(429).end();
    });
    const settings = settingsFor(`${origin}/v1`, { timeoutMs: 200, maxWaitMs: 0 });
    const target = openTarget(settings, new AbortController().signal);
    onTestFinished(() => target.close());
    const api = target.apiFor('get.found');
    const first = await api.getPet(7).catch((error: unknown) => error);
    const { message } = await confirmSilence(first as Unanswered, api);
    expect(message).not.toContain('it was answered');
  });
});

describe('a service whose createPet never answers', () => {
  const hangs: Alter = (asked, answer) => (asked.method === 'POST' ? 'silence' : answer);

  test('is told so by create.minimal alone', async () => {
    const { baseUrl } = await standInFront({ alter: hangs });
    const report = await runInline(
      settingsFor(baseUrl, { timeoutMs: 500, only: ['create.minimal', 'list.limit.minimum'] }),
      checks,
    );
    expect(idsWith(report, 'fail')).toEqual(['create.minimal']);
  });

  test('is not asked to create a crowd', async () => {
    const { baseUrl, seen } = await standInFront({ alter: hangs });
    await runInline(settingsFor(baseUrl, { timeoutMs: 500, maxCreates: 30, only: ['list.limit.maximum'] }), checks);
    expect(seen.filter(({ asked }) => asked.method === 'POST').length).toBeLessThan(10);
  });
});
