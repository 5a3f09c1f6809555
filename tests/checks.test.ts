import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { STAGES } from '../harness/check.ts';
import { runInline } from '../harness/run-inline.ts';
import { startReference } from '../reference/server.ts';
import { catalogue } from '../suites/catalogue.ts';
import { checks } from '../suites/index.ts';
import { idsWith, settingsFor, TEST_KEY } from './support.ts';

describe('the checks', () => {
  test('are one for each requirement', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });

  test('build only on what is decided before them or at the same time', () => {
    const stageOf = new Map(checks.map(({ id, stage }) => [id, STAGES.indexOf(stage)]));
    for (const check of checks) {
      for (const base of [...check.after, ...check.unlessFailed]) {
        expect(stageOf.get(base), `${check.id} after ${base}`).toBeLessThanOrEqual(STAGES.indexOf(check.stage));
      }
      if (check.traffic === 'everything') continue;
      for (const id of check.traffic) expect(stageOf.has(id), `${check.id} judges ${id}`).toBe(true);
    }
  });

  test('never wait for one another in a circle', () => {
    const bases = new Map(checks.map(({ id, after, unlessFailed }) => [id, [...after, ...unlessFailed]]));
    const reaches = (from: string, goal: string): boolean =>
      (bases.get(from) ?? []).some((base) => base === goal || reaches(base, goal));
    for (const { id } of checks) expect(reaches(id, id), id).toBe(false);
  });
});

test('a service that is mounted without its version path violates version.path alone', async () => {
  const reference = await startReference({ apiKey: TEST_KEY });
  const { port } = new URL(reference.baseUrl);
  const mount = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const options = { port, host: '127.0.0.1', method, headers, path: `/v1${url}` };
    incoming.pipe(
      request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await new Promise<void>((resolve) => mount.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(mount.address() as AddressInfo).port}`;
  const report = await runInline(settingsFor(baseUrl), checks);
  mount.closeAllConnections();
  mount.close();
  await reference.close();
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toEqual(['version.path']);
});
