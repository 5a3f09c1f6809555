import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestOfSources, suiteDigest } from '../../../harness/report/suite-digest.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;

test('the digest is that of the sources: of what decides, and of nothing else', () => {
  expect(suiteDigest()).toBe(digestOfSources(ROOT));
  const copy = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of ['cli', 'harness', 'library', 'reference', 'reporters', 'schemas', 'suites'])
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  expect(digestOfSources(copy)).toBe(suiteDigest());
  writeFileSync(join(copy, 'suites/another.test.ts'), 'a test');
  writeFileSync(join(copy, 'suites/notes.txt'), 'notes');
  expect(digestOfSources(copy)).toBe(suiteDigest());
  writeFileSync(join(copy, 'suites/another.ts'), 'a rule');
  expect(digestOfSources(copy)).not.toBe(suiteDigest());
});
