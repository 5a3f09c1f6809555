import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { MAIN } from '../compiled.ts';

const guide = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');

interface Block {
  readonly script: string;
  readonly exitCode: number;
}

const blocks: readonly Block[] = [...guide.matchAll(/^```sh(?: exit=(\d+))?\n(.*?)^```$/gms)].map(
  ([, exitCode = '0', script = '']) => ({ script, exitCode: Number(exitCode) }),
);

/** One shell for all of them, as for a reader: what is exported or started in one holds for those after it. */
function scriptOf(): string {
  const steps = blocks.map(
    ({ script }, index) => `{\n${waiting(script)}} >out-${index} 2>&1\necho "${index} $?" >>codes`,
  );
  return `trap 'kill $(jobs -p)' EXIT\n${steps.join('\n')}\n`;
}

/** A server in the background needs a moment before the next line can ask it. */
function waiting(script: string): string {
  return script.replace(/^(petstore-conformance serve --port (\d+).*) &$/gm, (_line, serve: string, port: string) =>
    [`${serve} >serve-${port} &`, `until grep -q "Base URL" serve-${port}; do sleep 0.05; done`].join('\n'),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the guide to gates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const outputOf = (index: number) => readFileSync(join(folder, `out-${index}`), 'utf8');
  let codes: readonly string[] = [];

  beforeAll(async () => {
    let script = scriptOf();
    for (const port of ['4010', '4011', '4012']) script = script.replaceAll(port, String(await freePort()));
    const shim = `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
    writeFileSync(join(folder, 'petstore-conformance'), shim, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const shell = spawn('bash', ['-c', script], { cwd: folder, env, stdio: 'ignore' });
    await new Promise((resolve) => shell.on('close', resolve));
    codes = readFileSync(join(folder, 'codes'), 'utf8').trim().split('\n');
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds commands', () => {
    expect(blocks.length).toBeGreaterThan(12);
  });

  test.each(blocks.map(({ script, exitCode }, index) => [index, exitCode, script] as const))(
    'block %i ends with %i',
    (index, exitCode) => {
      expect(codes[index], outputOf(index)).toBe(`${index} ${exitCode}`);
    },
  );

  test('is right about what they show', () => {
    const shown = (command: string) => outputOf(blocks.findIndex(({ script }) => script.includes(command)));
    expect(shown(' plan ')).toContain('at most 120 pets');
    expect(shown('replay')).toContain('1 still fails');
    expect(shown('--now 2030-06-30')).toMatch(/Waived \(2\).*create\.echo.*history\.agrees/s);
    expect(shown('--now 2030-07-01')).toContain('ended on 2030-06-30');
    expect(shown('nightly/worse.json')).toContain('errors.shape.401');
    expect(shown('compare')).toContain('1 regressed');
    expect(shown('--known-ids')).toContain('is listed in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.');
    expect(shown('for night in')).toMatch(/of \d+ pets from 2 earlier runs, \d+ unchanged/);
    const worse = JSON.parse(readFileSync(join(folder, 'nightly/worse.json'), 'utf8')) as Report;
    expect(worse.gate?.notices.filter(({ fails }) => fails).map(({ id }) => id)).toEqual(['errors.shape.401']);
    const merged = JSON.parse(readFileSync(join(folder, 'reports/merged.json'), 'utf8')) as Report;
    expect(merged).toMatchObject({ verdict: 'conforming', exitCode: 0 });
  });
});
