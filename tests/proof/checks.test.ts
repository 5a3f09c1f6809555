import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { STAGES, withNeeds } from '../../harness/run/check.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checks, petStore } from '../../suites/index.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';

describe('the checks', () => {
  test('are one for each requirement', () => {
    expect(checks.map(({ id }) => id).sort()).toEqual(catalogue.map(({ id }) => id).sort());
  });

  test('need only checks that exist and are decided before them', () => {
    const stageOf = new Map(checks.map(({ id, stage }) => [id, STAGES.indexOf(stage)]));
    for (const { id, stage, needs } of checks) {
      for (const need of needs) {
        expect(stageOf.has(need.id), `${id} needs ${need.id}`).toBe(true);
        // An "anytime" check has no place in the order, so anything may need it.
        if (stage !== 'anytime') {
          expect(stageOf.get(need.id), `${id} needs ${need.id}`).toBeLessThanOrEqual(STAGES.indexOf(stage));
        }
      }
    }
  });

  test('never wait for one another in a circle', () => {
    for (const { id, needs } of checks) {
      const reached = withNeeds(
        needs.map((need) => need.id),
        checks,
      );
      expect(
        reached.map((check) => check.id),
        id,
      ).not.toContain(id);
    }
  });

  test('watch only where an invariant of theirs does', () => {
    const watchedByInvariant = new Set(petStore.invariants().map(({ requirement }) => requirement));
    const watching = checks.filter(({ watches }) => watches).map(({ id }) => id);
    expect(watching.length).toBeGreaterThan(10);
    expect(watching.filter((id) => !watchedByInvariant.has(id))).toEqual([]);
  });

  test('have a row for every invariant', () => {
    const ids = new Set<string>(checks.map(({ id }) => id));
    const { invariants } = petStore;
    expect(invariants().filter(({ requirement }) => !ids.has(requirement))).toEqual([]);
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
  const report = await runInline(settingsFor(baseUrl), petStore);
  mount.closeAllConnections();
  mount.close();
  await reference.close();
  expect(report.exitCode).toBe(1);
  expect(idsWith(report, 'fail')).toEqual(['version.path']);
});
