import { expect, test } from 'vitest';
import type { Result } from '../../harness/model/report.ts';
import { API_KEY, simulate } from '../../proof/simulation/simulate.ts';
import { type Clock, createService, type Incoming, type Service } from '../../reference/service.ts';
import { headlinesOf, reportOn } from './support.ts';

/** Whether it is intermittent and has a command, and how often it was seen again. */
function shownIn({ id, violations: [failure] = [] }: Result) {
  const [shown] = failure?.cases.listed ?? [];
  return [id, failure?.intermittent, shown?.curl !== undefined, shown?.repeated];
}

test.each([
  [
    'auth.invalid-key.listPets',
    ['trusted-connection-ignores-the-case-of-the-key'],
    'the key with its case swapped, on a connection that carried the right key',
  ],
  // What is wrong with every fetch has nothing to do with the limit.
  ['list.limit.malformed', ['limit-infinity', 'get-as-a-vendor-type'], 'limit Infinity'],
])('%s names what it depends on', async (id, faults, input) => {
  const { results } = await reportOn({ faults });
  const { violations = [] } = results.find((result) => result.id === id) ?? {};
  expect(violations.map(({ cases }) => cases?.listed[0]?.input)).toContain(input);
});

test('a creation that is refused once and accepted when it is repeated is not refused for its input', async () => {
  let isRefused = false;
  const serve = (clock: Clock): Service => {
    const service = createService({ apiKey: API_KEY, clock });
    const receive = async (incoming: Incoming) => {
      const body = Buffer.concat(incoming.pieces);
      // A name of more than 64 characters may be refused.
      const isFirst = !isRefused && body.length < 200 && body.includes('Zoë');
      isRefused ||= isFirst;
      // Without a body the creation cannot succeed.
      return service.receive(isFirst ? { ...incoming, pieces: [] } : incoming);
    };
    return { ...service, receive };
  };
  const { results, run } = await reportOn({ serve });
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(shownIn)).toEqual([['create.echo', true, false, { times: 1, failed: 0 }]]);
  expect(run.requests).toBeLessThan(800);
});

test.each([1, 2])('creations that find the database locked at times blame no input, seed %i', async (seed) => {
  const { report } = await simulate({ seed, faults: ['creations-at-once-lock-the-database'] });
  const failed = report.results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(shownIn)).toEqual([['errors.no-5xx', true, false, { times: expect.any(Number), failed: 0 }]]);
  expect(failed[0]?.violations?.flatMap(({ inputs = [] }) => inputs)).toEqual([]);
});

test('no name and no category is blamed for bodies in pieces', async () => {
  const { results } = await reportOn({ faults: ['chunked-body-is-empty'] });
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(shownIn)).toMatchObject([['create.echo', undefined, false, {}]]);
  const blamed = failed.flatMap(({ violations = [] }) => violations.flatMap(({ inputs = [] }) => inputs));
  expect(blamed.filter((input) => input !== 'framing/in-pieces')).toEqual([]);
});

test('bodies in pieces that are cut at times are one story, whatever they contain', async () => {
  const report = await reportOn({ faults: ['every-third-chunked-body-is-cut'] });
  const failed = report.results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  expect(failed.filter((id) => id !== 'create.int64')).toEqual(['create.echo']);
  expect(headlinesOf(report)).toHaveLength(1);
});

test('a failure that is shown only because another one turned out right is confirmed, too', async () => {
  const { report } = await simulate({ seed: 2, faults: ['identity-of-a-creation-stays-on-a-connection'] });
  const failed = report.results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.length).toBeGreaterThanOrEqual(3);
  expect(failed.flatMap(({ violations = [] }) => violations.flatMap(({ inputs = [] }) => inputs))).toEqual([]);
});

test('a command that is printed was seen to show the failure again', async () => {
  const { results } = await reportOn({ faults: ['category-through-double', 'limit-infinity'] });
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(shownIn)).toEqual([
    ['list.limit.malformed', undefined, true, { times: 3, failed: 3 }],
    ['create.int64', undefined, true, { times: 1, failed: 1 }],
  ]);
});

test('to confirm a failure creates no more than is allowed, and nothing in a read-only run', async () => {
  const maxCreates = 12;
  const { report } = await simulate({ seed: 1, faults: ['category-through-double'], settings: { maxCreates } });
  expect(report.run.creations).toBeLessThanOrEqual(maxCreates);
  const readOnly = await simulate({ seed: 1, faults: ['category-through-double'], settings: { readOnly: true } });
  expect(readOnly.report.run.creations).toBe(0);
});
