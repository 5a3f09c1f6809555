import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../../reference/server.ts';
import { type Ended, MAIN, newFolder } from '../compiled.ts';
import { bash } from '../pipeline/bash.ts';
import { TEST_KEY } from '../support.ts';

/** A limit on the size of files fails a write as a full disk does, and needs no disk. */
const FULL = 'ulimit -f 8; exec node "$MAIN"';

describe('on a disk that is full', () => {
  let conforming: Reference;
  let faulty: Reference;
  beforeAll(async () => {
    conforming = await startReference({ apiKey: TEST_KEY });
    faulty = await startReference({ apiKey: TEST_KEY, faults: ['list-takes-any-token'] });
  });
  afterAll(() => Promise.all([conforming.close(), faulty.close()]));

  function command(script: string, cwd: string, { baseUrl }: Reference): Promise<Ended> {
    const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: TEST_KEY, PETSTORE_ONLY: 'auth.invalid-key.listPets' };
    return bash(script, cwd, { PATH: process.env.PATH ?? '', MAIN, ...env });
  }

  const REPORTERS = '--reporter json=r.json --reporter html=r.html --reporter badge=b.svg --reporter terminal';

  test.each([
    ['conforms', () => conforming, 0],
    ['violates', () => faulty, 1],
  ] as const)('the verdict on a server that %s is still the exit code', async (_what, server, expected) => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await command(`${FULL} ${REPORTERS}`, cwd, server());
    expect(code).toBe(expected);
    expect(stdout).toContain(`(exit code ${expected})`);
    for (const name of ['r.json', 'r.html']) {
      const sentence = 'cannot be written (EFBIG): make room for it, or choose another place.';
      expect(stderr).toContain(`petstore-conformance: ${join(cwd, name)} ${sentence}\n`);
    }
    expect(readdirSync(cwd)).toEqual(['b.svg']);
  });

  test('a report of an earlier run stays as it was', async () => {
    const cwd = newFolder();
    const script = `echo earlier >r.json; ${FULL} --reporter json=r.json`;
    expect((await command(script, cwd, conforming)).code).toBe(0);
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toBe('earlier\n');
    expect(readdirSync(cwd)).toEqual(['r.json']);
  });

  test('so it is where standard output is full', async () => {
    const { code, stderr } = await command('exec node "$MAIN" >/dev/full', newFolder(), faulty);
    expect(code).toBe(1);
    expect(stderr).toContain('petstore-conformance: The output cannot be written (ENOSPC)');
  });

  test('and standard error too', async () => {
    expect((await command('exec node "$MAIN" >/dev/full 2>&1', newFolder(), faulty)).code).toBe(1);
    expect((await command('exec node "$MAIN" list >/dev/full 2>&1', newFolder(), faulty)).code).toBe(2);
  });

  test('render, which has nothing else to do, says 2', async () => {
    const cwd = newFolder();
    await command('exec node "$MAIN" --reporter json=r.json', cwd, conforming);
    const { code } = await command(`${FULL} render r.json --reporter html=r.html`, cwd, conforming);
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual(['r.json']);
  });

  test('a share is named and not left half written', async () => {
    const cwd = newFolder();
    const script = `${FULL} shard 1/1 shares --seed 1`;
    const { code, stderr } = await command(script, cwd, conforming);
    expect([code, stderr]).toEqual([
      2,
      'petstore-conformance: shares/shard-1-of-1.json cannot be written (EFBIG): make room for it, or choose another place.\n',
    ]);
    expect(readdirSync(join(cwd, 'shares'))).toEqual([]);
  });
});
