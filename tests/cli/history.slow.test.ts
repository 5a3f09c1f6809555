import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAIN, newFolder } from '../compiled.ts';
import { fullReport } from '../reporters/samples.ts';

test('the history of 1,000 reports needs the memory of one', () => {
  const folder = newFolder();
  const pets = Array.from({ length: 400 }, (_, id) => ({ id: String(id), name: 'x'.repeat(200), requirement: 'a' }));
  const run = { ...fullReport.run, id: 'THE ID', startedAt: 'THE TIME', created: pets };
  const text = JSON.stringify({ ...fullReport, run });
  for (let day = 0; day < 1_000; day += 1) {
    const startedAt = new Date(Date.UTC(2024, 0, 1 + day)).toISOString();
    writeFileSync(join(folder, `${day}.json`), text.replace('THE ID', `r${day}`).replace('THE TIME', startedAt));
  }
  // Written down by the process itself, as the machine may be too busy to look from outside.
  const report = 'process.on("exit", () => console.error("kB", process.resourceUsage().maxRSS))';
  const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, MAIN, 'history', '.'];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  expect(status, stderr).toBe(0);
  expect(stdout).toContain('1,000 runs of');
  expect(Number(/kB (\d+)/.exec(stderr)?.[1])).toBeLessThan(220_000);
});
