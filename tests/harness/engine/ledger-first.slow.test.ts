import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSuite } from '../../../harness/engine/run.ts';
import { openWire } from '../../../harness/http/wire/client.ts';
import type { Wire } from '../../../harness/model/wire.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { startReference } from '../../../reference/server.ts';
import { petStore } from '../../../suites/index.ts';

test('a pet is in the ledger before it is asked for, so that a run that is killed has listed it', async () => {
  const apiKey = 'Ledger-Key.7f3a';
  const server = await startReference({ apiKey });
  onTestFinished(() => server.close());
  const ledger = join(mkdtempSync(join(tmpdir(), 'petstore-conformance-')), 'ledger.jsonl');
  const only = ['create.minimal'];
  const settings = {
    ...resolveSettings(new Map(), {}, ''),
    baseUrl: server.baseUrl,
    apiKey,
    ledger,
    only,
    runId: 'l1',
  };
  const real = openWire(settings);
  const listed: boolean[] = [];
  const wire: Wire = {
    send: (request, connection, signal) => {
      const isPlain =
        request.method === 'POST' && /^\{"name":"conformance-l1-\d+","categoryId":\d+\}$/.test(request.body ?? '');
      const { name } = isPlain ? JSON.parse(request.body ?? '') : {};
      if (isPlain) listed.push(readFileSync(ledger, 'utf8').includes(`"name":"${name}"`));
      return real.send(request, connection, signal);
    },
    close: () => real.close(),
  };
  const { report } = await runSuite(settings, petStore, { wire });
  expect(listed.length).toBeGreaterThan(0);
  expect(new Set(listed)).toEqual(new Set([true]));
  // What is expected has no id, and no later run takes it for a pet.
  const lines = readFileSync(ledger, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ id }) => id !== undefined)).toHaveLength(report.run.created.length);
});
