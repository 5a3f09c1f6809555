import { describe, expect, test } from 'vitest';
import type { Incoming, Outgoing } from '../../reference/service.ts';
import { API_KEY, type Front, idsWith, respond, simulate } from '../harness/simulated.ts';

/* What is expensive to lose is sent early: whatever ends a run, most is decided by then. */

const hasKey = ({ headers }: Incoming) =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${API_KEY}`);

/** From then on, nobody is let in any more. */
function lockingAfter(count: number, answer: Outgoing): Front {
  let bad = 0;
  return async (incoming, pass) => {
    bad += hasKey(incoming) ? 0 : 1;
    return bad > count ? answer : pass();
  };
}

const error = (status: number) =>
  respond(status, JSON.stringify({ code: 'unauthorized', message: 'The API key is missing or invalid.', status }), [
    ['Content-Type', 'application/json'],
    ['WWW-Authenticate', 'Bearer'],
  ]);

describe('a service that locks everybody out after ten wrong keys', () => {
  test.each([
    [429, /kept answering 429.*--max-bad-credentials/],
    [401, /locked out after wrong ones.*--max-bad-credentials/],
  ])('with %i', async (status, diagnosis) => {
    const { report } = await simulate({ front: lockingAfter(10, error(status)) });
    expect([report.exitCode, idsWith(report, 'fail', 'warn')]).toEqual([4, []]);
    expect(report.diagnosis).toMatch(diagnosis);
    expect(idsWith(report, 'pass').length).toBeGreaterThanOrEqual(60);
    expect(idsWith(report, 'inconclusive').filter((id) => !/^(auth|observed)\./.test(id))).toEqual([]);
  });
});

test('a service that answers 500 to everything is one finding of a short run', async () => {
  const { report } = await simulate({ front: async () => error(500) });
  expect([report.exitCode, report.diagnosis]).toEqual([
    1,
    'Every request gets 500, so the run was ended: look at the log of the server.',
  ]);
  expect(idsWith(report, 'fail')).toContain('errors.no-5xx');
  expect(report.run.requests).toBeLessThan(100);
  expect(report.run.creations).toBeLessThan(10);
});
