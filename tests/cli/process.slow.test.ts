import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endOf, newFolder, runCommand, startCommand } from '../compiled.ts';

/* What users run, in a process of its own: few of them, because each takes a second to start. */

const KEY = 'Test-Key.7f3a';

test('a run that is over its time ends, whatever the server does', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  await once(silent, 'listening');
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: KEY };
  const { code } = await runCommand(['--max-duration', '1'], { cwd: newFolder(), env });
  expect([3, 4]).toContain(code);
});

test('a full disk behind standard output is exit code 2', async () => {
  const child = startCommand(['list'], { cwd: newFolder(), stdout: openSync('/dev/full', 'w') });
  expect((await endOf(child)).code).toBe(2);
});
