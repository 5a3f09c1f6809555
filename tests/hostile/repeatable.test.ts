import { expect, test } from 'vitest';
import { runInline } from '../../harness/run/run-inline.ts';
import { petStore } from '../../suites/index.ts';
import { settingsFor } from '../support.ts';
import { standInFront } from './front.ts';

/** The mark of a run where a name cannot carry it. */
const CATEGORY_OF_A_RUN = /177[01]\d{6}|0x69[0-9a-f]{6}/g;

/** Everything that a run sends, in no order, with a word in place of every identifier that the server gave. */
async function requestsOf(seed: number, runId: string): Promise<readonly string[]> {
  const { baseUrl, seen } = await standInFront();
  await runInline(settingsFor(baseUrl, { seed, runId }), petStore);
  const given = new Set(seen.flatMap(({ answer }) => idGivenIn(answer.status, answer.body)));
  return seen
    .map(({ asked: { method, url, body } }) => {
      const path = url.replace(/(?<=\/pets\/\D{0,3})\d+/, (id) => (given.has(String(Number(id))) ? 'ID' : id));
      const written = body
        .replace(/(?<="id":)\d+/, (id) => (given.has(id) ? 'ID' : id))
        .replaceAll(runId, 'RUN')
        .replace(CATEGORY_OF_A_RUN, 'RUN');
      return `${method} ${path} ${written}`;
    })
    .sort();
}

function idGivenIn(status: number, body: string): readonly string[] {
  return status === 201 ? (/"id":(\d+)/.exec(body)?.slice(1) ?? []) : [];
}

test('the same seed sends the same requests but for the mark of the run, another seed sends others', async () => {
  const [first, again, other] = [
    await requestsOf(1, 'first00'),
    await requestsOf(1, 'again00'),
    await requestsOf(2, 'other00'),
  ];
  expect(first.length).toBeGreaterThan(300);
  expect(first.filter((request) => request.includes('RUN')).length).toBeGreaterThan(100);
  expect(again.filter((request) => !request.includes('\\u'))).toEqual(
    first.filter((request) => !request.includes('\\u')),
  );
  const common = new Set(first);
  for (const method of ['GET', 'POST']) {
    const own = other.filter((request) => request.startsWith(method) && !common.has(request));
    expect(own.length, method).toBeGreaterThan(1);
  }
});
