import { describe, expect, test } from 'vitest';
import { conforms } from '../../proof/expected.ts';
import { catalogue } from '../../suites/requirements/index.ts';
import { altered, answer, headlinesOf, idsWith, reportOn } from './support.ts';

const idsAt = (level: string) =>
  catalogue
    .filter((requirement) => requirement.level === level)
    .map(({ id }) => id)
    .sort();

describe('the reference server conforms', () => {
  // The proof has more circumstances.
  test.each([0, 100, 5_000])('to every requirement, where %i pets exist already', async (pets) => {
    const report = await reportOn({ pets });
    expect(conforms(report)).toEqual([]);
    // A full page of all pets cannot show that one is missing.
    const unseen = pets < 100 ? [] : ['list.complete'];
    expect(idsWith(report, 'unobservable')).toEqual(unseen);
    expect(idsWith(report, 'pass', 'MUST')).toEqual(idsAt('MUST').filter((id) => !unseen.includes(id)));
    expect(idsWith(report, 'pass', 'SHOULD')).toEqual(idsAt('SHOULD'));
    expect(idsWith(report, 'observed')).toEqual(idsAt('INFO'));
    expect(report.run.requests).toBeLessThanOrEqual(800);
    expect(report.run.creations).toBeLessThanOrEqual(140);
  });

  test.each([
    ['one request at a time', { concurrency: 1 }],
    ['no consistency window', { consistencyWindowMs: 0 }],
  ])('with %s', async (_name, settings) => {
    expect(conforms(await reportOn({}, settings))).toEqual([]);
  });

  test('with every pair of inputs, within what --thorough promises', async () => {
    const report = await reportOn({}, { thorough: true, maxCreates: 1_000, maxBadCredentials: 5_000 });
    expect(conforms(report)).toEqual([]);
    expect(report.run.requests).toBeLessThanOrEqual(4_000);
    expect(report.run.creations).toBeLessThanOrEqual(400);
  });
});

test('a service that is mounted without its version path violates version.path alone', async () => {
  const { serve } = altered((_incoming, response) => response);
  const mounted: typeof serve = (clock) => {
    const service = serve?.(clock);
    if (!service) throw new Error('There is nothing to mount.');
    return { ...service, receive: (incoming) => service.receive({ ...incoming, target: `/v1${incoming.target}` }) };
  };
  const report = await reportOn({ serve: mounted }, { baseUrl: 'http://reference.test' });
  expect(idsWith(report, 'fail')).toEqual(['version.path']);
  expect(report.exitCode).toBe(1);
});

test('a list is the same with a question mark and nothing behind it', async () => {
  const missing = '{"code":"no_route","message":"There is no such address.","status":404}';
  const strict = altered(({ target }, response) =>
    target.endsWith('?') ? answer(response, 404, 'application/json', missing) : response,
  );
  expect(headlinesOf(await reportOn(strict))).toEqual(['list.ok']);
});
