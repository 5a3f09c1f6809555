import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { endOf, runCommand, startCommand } from '../compiled.ts';
import { TEST_KEY } from '../support.ts';

const HERE = { cwd: import.meta.dirname };
const command = (...args: readonly string[]) => runCommand(args, HERE);

describe('the compiled command', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ apiKey: TEST_KEY });
  });
  afterAll(() => reference.close());

  test('without a target checks the embedded reference server', async () => {
    const { code, stdout, stderr } = await command();
    expect(code).toBe(0);
    expect(stdout).toContain('Conforming');
    expect(stderr).toContain('embedded reference server');
  });

  test('reports in JSON one row for each requirement that it lists', async () => {
    const target = ['--base-url', reference.baseUrl, '--api-key', TEST_KEY];
    const [run, list] = await Promise.all([command(...target, '--reporter', 'json'), command('list', '--json')]);
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout) as Report;
    const listed = JSON.parse(list.stdout) as readonly { readonly id: string }[];
    expect(report.results.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    expect(run.stdout).not.toContain(TEST_KEY);
  });

  test('takes the key from standard input', async () => {
    const child = startCommand(['--base-url', reference.baseUrl, '--api-key', '-', '--only', 'list.ok'], HERE);
    child.stdin?.end(`${TEST_KEY}\n`);
    expect((await endOf(child)).code).toBe(0);
  });

  test('reports a violation with exit code 1 and a command that shows it', async () => {
    const faulty = await startReference({ apiKey: TEST_KEY, faults: ['capped-at-eighty'] });
    const { code, stdout } = await command(
      '--base-url',
      faulty.baseUrl,
      '--api-key',
      TEST_KEY,
      '--consistency-window',
      '0.1',
    );
    await faulty.close();
    expect(code).toBe(1);
    expect(stdout).toContain('list.limit.maximum');
    expect(stdout).toContain('"Authorization: Bearer $PETSTORE_API_KEY"');
  });

  test('diagnoses a wrong key, a missing version path, a web page and a dead port, each in one sentence', async () => {
    const page = createServer((_request, response) => response.end('<!doctype html><title>Hello</title>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/v1`;
    const withoutVersion = reference.baseUrl.replace('/v1', '');
    const ends = await Promise.all([
      command('--base-url', reference.baseUrl, '--api-key', 'wrong'),
      command('--base-url', withoutVersion, '--api-key', TEST_KEY),
      command('--base-url', address, '--api-key', TEST_KEY),
      command('--base-url', 'http://127.0.0.1:9/v1', '--api-key', TEST_KEY),
    ]);
    page.close();
    expect(ends.map(({ code }) => code)).toEqual([3, 3, 3, 3]);
    const sayings = ['refuses the API key', `use ${reference.baseUrl}`, 'a web page', 'Nothing listens'];
    for (const [index, saying] of sayings.entries()) expect(ends[index]?.stdout).toContain(saying);
  });

  test('reports what was decided when it is interrupted', async () => {
    const slow = createServer((_request, response) => {
      setTimeout(() => response.setHeader('content-type', 'application/json').end('[]'), 200);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`;
    const child = startCommand(
      ['--base-url', address, '--api-key', TEST_KEY, '--reporter', 'json', '--concurrency', '1'],
      HERE,
    );
    setTimeout(() => child.kill('SIGINT'), 4_000);
    const { code, stdout } = await endOf(child);
    slow.close();
    expect(code).toBe(130);
    const report = JSON.parse(stdout) as Report;
    expect(report.results.some(({ reason }) => reason?.includes('interrupted'))).toBe(true);
  });

  test('refuses bad usage with exit code 2 and one sentence', async () => {
    for (const args of [['--nonsense'], ['--base-url', 'ftp://x/v1', '--api-key', 'k'], ['--only', 'list.nothing']]) {
      const { code, stderr } = await command(...args);
      expect(code).toBe(2);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });
});
