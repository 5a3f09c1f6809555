import { expect, test } from 'vitest';
import { runInline } from '../../harness/run-inline.ts';
import { checks } from '../../suites/index.ts';
import { settingsFor } from '../support.ts';
import { standInFront } from './front.ts';

/** Everything that a run sends, in no order, with a word in place of every identifier that the server gave. */
async function requestsOf(seed: number): Promise<readonly string[]> {
  const { baseUrl, seen } = await standInFront();
  await runInline(settingsFor(baseUrl, { seed }), checks);
  const given = new Set(seen.flatMap(({ answer }) => idGivenIn(answer.status, answer.body)));
  return seen
    .map(({ asked: { method, url, body } }) => {
      const path = url.replace(/(?<=\/pets\/\D{0,3})\d+/, (id) => (given.has(String(Number(id))) ? 'ID' : id));
      return `${method} ${path} ${body.replace(/(?<="id":)\d+/, (id) => (given.has(id) ? 'ID' : id))}`;
    })
    .sort();
}

function idGivenIn(status: number, body: string): readonly string[] {
  return status === 201 ? (/"id":(\d+)/.exec(body)?.slice(1) ?? []) : [];
}

test('the same seed sends the same requests, another seed sends others', async () => {
  const [first, again, other] = [await requestsOf(1), await requestsOf(1), await requestsOf(2)];
  expect(first.length).toBeGreaterThan(300);
  expect(again).toEqual(first);
  const common = new Set(first);
  const bodies = (requests: readonly string[]) => requests.filter((request) => request.startsWith('POST'));
  expect(bodies(other).filter((request) => common.has(request)).length).toBeLessThan(bodies(other).length / 2);
  expect(other.filter((request) => request.startsWith('GET') && !common.has(request)).length).toBeGreaterThan(5);
});
