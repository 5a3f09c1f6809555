import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The examples in a folder of somebody else's, where the package and vitest are installed. */
function copyExamples(): string {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  folders.push(folder);
  cpSync(join(ROOT, 'examples/library'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/petstore-conformance'));
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  return folder;
}

function change(path: string, code: string, changed: string): void {
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(code);
  writeFileSync(path, source.replace(code, changed));
}

describe.each([
  ['node:test', ['--test', 'node-test.mjs'], /pass 1/, 'node-test.mjs'],
  // One for each requirement, and one for the verdict; what this store could do better is skipped.
  ['vitest', [VITEST, 'run'], /Tests +\d+ passed \| \d skipped \(73\)/, 'vitest.test.ts'],
])('the example with %s', (_runner, args, success, file) => {
  test.concurrent('passes', async () => {
    const { code, output } = await runProgram(process.execPath, args, copyExamples());
    expect(output).toMatch(success);
    expect(code).toBe(0);
  });

  test.concurrent('fails with the report where the store is wrong', async () => {
    const folder = copyExamples();
    const selection = "only: ['get.*'], consistencyWindowMs: 20";
    change(join(folder, file), "categoryIds: ['1', '2']", `categoryIds: ['1', '2'], ${selection}`);
    change(
      join(folder, 'pet-store.mjs'),
      "error(404, 'not_found', 'There is no such pet.')",
      "error(410, 'gone', 'It is sold.')",
    );
    const { code, output } = await runProgram(process.execPath, args, folder);
    expect(code).toBe(1);
    for (const part of ['get.unknown', 'Expected', 'Actual', 'Reproduce     curl']) expect(output).toContain(part);
    expect(output).toMatch(/Violating.*: 1 MUST requirement failed\./);
  });
});
