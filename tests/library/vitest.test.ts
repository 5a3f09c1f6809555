import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../reference/server.ts';
import { runProgram } from '../run-program.ts';

const ROOT = join(import.meta.dirname, '../..');

/** vitest in a process of its own, with one test file that calls conformance(). */
async function conformanceOn(faults: readonly string[]) {
  const { baseUrl, close } = await startReference({ apiKey: 'Test-Key.7f3a', faults });
  onTestFinished(close);
  const options = { baseUrl, apiKey: 'Test-Key.7f3a', consistencyWindowMs: 150 };
  const file = join(ROOT, `vitest.tmp.${process.pid}.test.ts`);
  writeFileSync(file, `import { conformance } from './library/vitest.ts';\nconformance(${JSON.stringify(options)});\n`);
  const config = file.replace('test.ts', 'config.ts');
  writeFileSync(config, `export default { test: { include: [${JSON.stringify(file)}] } };\n`);
  onTestFinished(() => {
    for (const made of [file, config]) rmSync(made);
  });
  return runProgram(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', config], ROOT);
}

test('one test per requirement, and one for the verdict', async () => {
  const { code, output } = await conformanceOn([]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +73 passed \(73\)/);
});

test('a failure shows what was expected, what came, and how to reproduce it', async () => {
  const { code, output } = await conformanceOn(['unknown-is-gone']);
  expect(code).toBe(1);
  expect(output).toContain('MUST get.unknown: ');
  for (const label of ['Expected', 'Actual', 'Reproduce   curl']) expect(output).toContain(label);
  expect(output).toContain('Violating: 1 MUST requirement failed.');
});
