import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { startReference } from '../../reference/server.ts';
import { newFolder, runCommand } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';

test('a ledger that takes no line stops the run with one sentence, and the pet that was created counts', async () => {
  const server = await startReference({ apiKey: TEST_KEY });
  const cwd = newFolder();
  // It can be opened, and has no room for anything.
  symlinkSync('/dev/full', join(cwd, 'ledger.jsonl'));
  const args = [
    '--base-url',
    server.baseUrl,
    '--api-key',
    TEST_KEY,
    '--ledger',
    'ledger.jsonl',
    '--reporter',
    'json=r.json',
  ];
  const { code, stderr, stdout } = await runCommand(args, { cwd });
  await server.close();
  const sentence =
    'The ledger cannot be written (ENOSPC), and what is created must be listed. Choose another file for --ledger.';
  expect(code).toBe(2);
  expect(`${stdout}${stderr}`).not.toContain('    at ');
  const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as Report;
  expect(report).toMatchObject({ verdict: 'untested', exitCode: 2, diagnosis: sentence, results: [] });
  expect(report.run.creations).toBe(1);
  expect(report.run.created).toHaveLength(1);
});
