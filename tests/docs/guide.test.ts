import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { bash, pathWith } from '../pipeline/bash.ts';
import { residentCommand } from '../pipeline/resident.ts';

const command = residentCommand();
const guide = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```sh(?: exit=(\d+))?\n(.*?)^```$/gms)].map(([, code = '0', script = '']) => ({
  script,
  code: Number(code),
}));

/** One shell for all of them, as for a reader: what one exports or starts is there for those after it. */
function wholeScript(): string {
  const steps = blocks.map(
    ({ script }, index) => `{\n${waiting(script)}} >out-${index} 2>&1\necho "${index} $?" >>codes`,
  );
  return `set +e\ntrap 'kill $(jobs -p)' EXIT\n${steps.join('\n')}\n`;
}

/** A server in the background needs a moment before the next line can use it. */
function waiting(script: string): string {
  return script.replace(/^(petstore-conformance serve --port (\d+).*) &$/gm, (_line, serve: string, port: string) =>
    [`${serve} >serve-${port} &`, `until grep -q "Base URL" serve-${port}; do sleep 0.05; done`].join('\n'),
  );
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

describe('the guide to nightly jobs and gates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  const outputOf = (index: number) => readFileSync(join(folder, `out-${index}`), 'utf8');
  let codes: readonly string[] = [];

  beforeAll(async () => {
    let script = wholeScript();
    for (const port of ['4010', '4011', '4012']) script = script.replaceAll(port, await freePort());
    const PATH = pathWith(command, folder);
    await bash(script, folder, { PATH, PETSTORE_CONSISTENCY_WINDOW: '0.02' });
    codes = readFileSync(join(folder, 'codes'), 'utf8').trim().split('\n');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(blocks.map(({ code }, index) => [index, code] as const))('block %i ends with %i', (index, code) => {
    expect(codes[index], outputOf(index)).toBe(`${index} ${code}`);
  });

  test('is right about what the commands show', () => {
    const shown = (command: string) => outputOf(blocks.findIndex(({ script }) => script.includes(command)));
    expect(shown(' plan ')).toContain('120');
    expect(shown(' replay ')).toContain('fails again');
    expect(shown('--now 2030-06-30')).toContain('Waived until 2030-06-30 by pets-team');
    expect(shown('--known-ids')).toContain('leads to a host in PETSTORE_READ_ONLY_HOSTS');
    const worse = JSON.parse(readFileSync(join(folder, 'worse.json'), 'utf8')) as Report;
    expect(worse.gate?.notices.filter(({ fails }) => fails).map(({ id }) => id)).toEqual(['errors.shape.401']);
  });
});
