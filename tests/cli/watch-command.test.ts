import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { startReference } from '../../reference/server.ts';
import { spawnCommand } from '../compiled.ts';
import { standInFront } from '../hostile/front.ts';
import { TEST_KEY } from '../support.ts';

const WAITS = 'watching src.\n';
/** A busy machine may take its time. */
const PATIENCE_MS = 90_000;
vi.setConfig({ testTimeout: 4 * PATIENCE_MS });

/** The compiled command in a folder of its own, with a folder src to watch. */
class WatchingCommand {
  readonly cwd = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout = '';
  stderr = '';

  constructor(baseUrl: string, ...args: readonly string[]) {
    mkdirSync(join(this.cwd, 'src'));
    this.child = spawnCommand(['--base-url', baseUrl, '--watch-folder', 'src', ...args], {
      env: { PETSTORE_API_KEY: TEST_KEY },
      cwd: this.cwd,
    });
    this.child.stdout?.on('data', (chunk) => {
      this.stdout += String(chunk);
    });
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += String(chunk);
    });
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
    onTestFinished(async () => {
      this.child.kill('SIGKILL');
      await this.ended;
      rmSync(this.cwd, { recursive: true, force: true });
    });
  }

  change(): void {
    writeFileSync(join(this.cwd, 'src/server.ts'), String(Math.random()));
  }

  async untilSaid(text: string, times = 1): Promise<void> {
    await vi.waitFor(() => expect(this.stderr.split(text).length).toBeGreaterThan(times), { timeout: PATIENCE_MS });
  }

  get reports(): readonly string[] {
    return this.stdout.split('petstore-conformance 0').slice(1);
  }
}

test('a file that changes and a line on standard input run it again; q ends it', async () => {
  const reference = await startReference({ apiKey: TEST_KEY });
  onTestFinished(() => reference.close());
  const command = new WatchingCommand(reference.baseUrl, '--only', 'list.ok', '--reporter', 'json=src/report.json');
  await command.untilSaid(WAITS);
  const afterOne = reference.requests();
  command.change();
  await command.untilSaid(WAITS, 2);
  expect(reference.requests()).toBeGreaterThan(afterOne);
  const afterTwo = reference.requests();
  command.child.stdin?.write('\n');
  await command.untilSaid(WAITS, 3);
  expect(reference.requests()).toBeGreaterThan(afterTwo);
  // Time enough for the report that was written into the folder to start a fourth run, if it did.
  await sleep(3_000);
  command.child.stdin?.write('q\n');
  expect(await command.ended).toBe(0);
  expect(command.stderr.split(WAITS)).toHaveLength(4);
});

test('a server that is fixed and restarted is waited for, and what failed is reported to hold now', async () => {
  const faulty = await startReference({ apiKey: TEST_KEY, faults: ['unknown-is-gone'] });
  const port = Number(new URL(faulty.baseUrl).port);
  const command = new WatchingCommand(faulty.baseUrl, '--only', 'get.unknown');
  await command.untilSaid(WAITS);
  command.change();
  await command.untilSaid(WAITS, 2);
  expect(command.stderr).toMatch(/^✗ get\.unknown still fails: expected .+; actual .+$/m);

  await faulty.close();
  command.change();
  await command.untilSaid('Waiting for the server.\n');
  const fixed = await startReference({ apiKey: TEST_KEY, port });
  onTestFinished(() => fixed.close());
  await command.untilSaid(WAITS, 3);
  expect(command.stderr).toContain('\n✓ get.unknown passes now\n');
  expect(command.reports).toHaveLength(3);
  expect(command.reports[1]).toContain('Violating');
  expect(command.reports[2]).toContain('Conforming');
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(0);
});

test('a change ends the run under way, whose report is never seen', async () => {
  const runs = new Set<string>();
  const front = await standInFront({
    alter: ({ headers }, answer) => {
      runs.add(headers['user-agent'] ?? '');
      return runs.size === 1 ? 'silence' : answer;
    },
  });
  const command = new WatchingCommand(front.baseUrl, '--only', 'list.ok', '--reporter', 'json', '--timeout', '100');
  await vi.waitFor(() => expect(runs.size).toBe(1), { timeout: PATIENCE_MS });
  command.change();
  await command.untilSaid(WAITS);
  const report = JSON.parse(command.stdout) as Report;
  expect(report.exitCode).toBe(0);
  expect([...runs]).toHaveLength(2);
  expect([...runs][1]).toContain(report.run.id);
});

test('an interruption ends a run under way with 130', async () => {
  const front = await standInFront({ alter: () => 'silence' });
  const command = new WatchingCommand(front.baseUrl, '--timeout', '100');
  await vi.waitFor(() => expect(front.seen).not.toHaveLength(0), { timeout: PATIENCE_MS });
  command.child.kill('SIGINT');
  expect(await command.ended).toBe(130);
  expect(command.stderr).toBe('\nStopping: what was decided is reported. Interrupt again to stop at once.\n');
});
