import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Created } from '../../harness/report/model.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import { Session } from '../cli/session.ts';
import { endOf, newFolder, runCommand, startCommand } from '../compiled.ts';
import { settingsFor, TEST_KEY } from '../support.ts';
import { standInFront } from './front.ts';

interface Arrival {
  readonly at: number;
  readonly isRight: boolean;
}

/** One run, with the time of each request at the server; the clock starts before the run does. */
async function arrivalsOf(changes: Partial<RunSettings>) {
  const start = performance.now();
  const arrivals: Arrival[] = [];
  const { baseUrl } = await standInFront({
    pets: 3,
    alter: ({ headers }, answer) => {
      const isRight = headers.authorization === `Bearer ${TEST_KEY}`;
      arrivals.push({ at: performance.now() - start, isRight });
      return answer;
    },
  });
  const report = await runInline(settingsFor(baseUrl, changes), petStore);
  return { arrivals, outcomes: report.results.map(({ id, outcome }) => `${id} ${outcome}`) };
}

describe('a run that is asked to be slow', () => {
  const only = ['auth.*.listPets', 'list.limit.malformed'];

  test('sends no request before its turn, loses none, and ends as it would otherwise', async () => {
    const maxRps = 40;
    const [slow, quick] = [await arrivalsOf({ only, maxRps }), await arrivalsOf({ only })];
    expect(slow.arrivals.length).toBeGreaterThan(25);
    for (const [index, { at }] of slow.arrivals.entries()) {
      expect(at).toBeGreaterThanOrEqual(((index + 1) * 1000) / maxRps);
    }
    expect(slow.arrivals).toHaveLength(quick.arrivals.length);
    expect(slow.outcomes).toEqual(quick.outcomes);
  });

  test('keeps the pause between bad credentials, also where every request waits for its turn', async () => {
    const badCredentialPauseMs = 40;
    const changes = { only, badCredentialPauseMs, maxRps: 100, concurrency: 2 };
    const [slow, quick] = [await arrivalsOf(changes), await arrivalsOf({ only })];
    const bad = slow.arrivals.filter(({ isRight }) => !isRight);
    expect(bad.length).toBeGreaterThan(10);
    for (const [index, { at }] of bad.slice(1).entries()) {
      expect(at - (bad[index]?.at ?? 0)).toBeGreaterThanOrEqual(badCredentialPauseMs);
    }
    expect(slow.arrivals).toHaveLength(quick.arrivals.length);
    expect(slow.outcomes).toEqual(quick.outcomes);
  });
});

test('a bad credential that is sent again to confirm a silence counts like the others', async () => {
  const maxBadCredentials = 2;
  const { baseUrl, seen } = await standInFront({
    alter: ({ headers }, answer) => (headers.authorization === undefined ? 'break' : answer),
  });
  await runInline(settingsFor(baseUrl, { maxBadCredentials, only: ['auth.missing.createPet'] }), petStore);
  expect(seen.filter(({ asked }) => asked.headers.authorization === undefined)).toHaveLength(maxBadCredentials);
});

describe('the ledger', () => {
  test('reports also what was created without an answer', async () => {
    const breaksOnce = new Set<string>();
    const front = await standInFront({
      alter: ({ method, body }, answer) => {
        if (method !== 'POST' || !body.includes('status-3') || breaksOnce.has(body)) return answer;
        breaksOnce.add(body);
        return 'break';
      },
    });
    const { run } = await runInline(settingsFor(front.baseUrl, { only: ['create.with-status'] }), petStore);
    const there = front.seen.filter(({ answer }) => answer.status === 201);
    expect(breaksOnce.size).toBe(1);
    expect([run.created.length, run.creations]).toEqual([there.length, there.length]);
    expect(run.created.filter(({ id }) => id === undefined).map(({ name }) => name)).toEqual([
      'conformance-testrun-status-3',
    ]);
  });

  const idsIn = (created: readonly Created[]) => created.map(({ id }) => id).sort();

  test('holds every pet that the server said it created, also where it should have refused', async () => {
    const file = join(newFolder(), 'ledger.jsonl');
    const { baseUrl, seen } = await standInFront({
      alter: ({ method, body }, answer) => {
        const isRefusal = method === 'POST' && answer.status === 400 && body.includes('"categoryId"');
        return isRefusal ? { ...answer, status: 200, body: '{"id":777,"name":"by mistake"}' } : answer;
      },
    });
    const only = ['create.missing-field', 'create.with-status'];
    const changes = { only, ledger: file };
    const reports = [
      await runInline(settingsFor(baseUrl, { ...changes, runId: 'first00' }), petStore),
      await runInline(settingsFor(baseUrl, { ...changes, runId: 'second0' }), petStore),
    ];
    const created = reports.flatMap(({ run }) => run.created);
    const made = seen.filter(({ answer }) => answer.status === 201).map(({ answer }) => JSON.parse(answer.body).id);
    expect(idsIn(created).filter((id) => id !== '777')).toEqual(made.map(String).sort());
    expect(created).toContainEqual({ id: '777', name: 'by mistake', requirement: 'create.missing-field' });
    expect(reports.map(({ run }) => run.creations)).toEqual(reports.map(({ run }) => run.created.length));
    const listed = linesOf(file).map(({ id, name, requirement }) => ({ id, name, requirement }));
    expect(listed).toEqual(created.map(({ id, name, requirement }) => ({ id, name, requirement })));
    expect(new Set(linesOf(file).map(({ run }) => run))).toEqual(new Set(['first00', 'second0']));
  });

  test('survives the run that wrote it, whatever ends that', async () => {
    const concurrency = 4;
    const server = await startReference({ apiKey: TEST_KEY, variants: ['jittery'] });
    onTestFinished(() => server.close());
    const cwd = newFolder();
    const file = join(cwd, 'ledger.jsonl');
    const env = { PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: TEST_KEY, PETSTORE_LEDGER: 'ledger.jsonl' };
    const child = startCommand(['--concurrency', String(concurrency)], { cwd, env });
    const ended = endOf(child);
    while (server.pets() < 25 && child.exitCode === null) await sleep(2);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const reported = linesOf(file).map(({ id }) => id);
    expect(new Set(reported).size).toBe(reported.length);
    expect(reported.length).toBeLessThanOrEqual(server.pets());
    expect(reported.length).toBeGreaterThanOrEqual(server.pets() - concurrency);
  });

  test.each([
    ['a folder', 'folder', 'EISDIR'],
    ['below a file', 'file/ledger.jsonl', 'EEXIST'],
  ])('that is %s cannot be written, which is reported before anything is sent', async (_case, path, code) => {
    const session = new Session({ env: { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'k' } });
    mkdirSync(join(session.cwd, 'folder'));
    writeFileSync(join(session.cwd, 'file'), '');
    expect(await session.main('--ledger', path)).toBe(2);
    expect(session.stderr.text).toBe(
      `petstore-conformance: ${join(session.cwd, path)} cannot be written (${code}): choose another file.\n`,
    );
    expect(session.runs).toEqual([]);
  });

  function linesOf(file: string): readonly (Created & { at: string; baseUrl: string; run: string })[] {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
});

describe('a host that is listed as read-only', () => {
  test('is not written to, whatever the command line says, and that is reported', async () => {
    const front = await standInFront({ pets: 30 });
    const cwd = newFolder();
    const { host } = new URL(front.baseUrl);
    writeFileSync(join(cwd, '.env'), `PETSTORE_READ_ONLY_HOSTS=*.example.com,${host}\n`);
    const env = { PETSTORE_BASE_URL: front.baseUrl, PETSTORE_API_KEY: TEST_KEY };
    const { code, stderr } = await runCommand(['--read-only=false', '--reporter', 'json'], { cwd, env });
    expect([0, 4]).toContain(code);
    expect(stderr).toContain(`${front.baseUrl} is listed in PETSTORE_READ_ONLY_HOSTS, so nothing is written there.\n`);
    expect(front.seen.length).toBeGreaterThan(20);
    const writes = front.seen.filter(({ asked }) => !/^(GET|HEAD|OPTIONS)$/.test(asked.method) || asked.body !== '');
    expect(writes).toEqual([]);
  });

  test('cannot be taken off the list by a flag', async () => {
    const session = new Session();
    expect(await session.main('--read-only-hosts', 'other.test')).toBe(2);
    expect(session.stderr.text).toContain('There is no flag --read-only-hosts');
  });

  test('may be the embedded server too', async () => {
    const session = new Session({ env: { PETSTORE_READ_ONLY_HOSTS: '127.0.0.1' } });
    expect(await session.main()).toBe(0);
    expect(session.runs[0]?.readOnly).toBe(true);
    expect(session.stderr.text).toContain('so nothing is written there');
  });
});

describe('before the first write to a host of others', () => {
  test('one line reports how many pets will be created there at most', async () => {
    const server = await startReference({ apiKey: TEST_KEY });
    onTestFinished(() => server.close());
    const baseUrl = server.baseUrl.replace('127.0.0.1', '0.0.0.0');
    const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: TEST_KEY, PETSTORE_ONLY: 'list.ok' };
    const child = startCommand(['--max-creates', '7', '--repeat', '2'], { cwd: newFolder(), env });
    let petsWhenTold: number | undefined;
    child.stderr?.once('data', () => {
      petsWhenTold = server.pets();
    });
    const { code, stderr } = await endOf(child);
    expect(code).toBe(0);
    expect(stderr).toBe(`At most 14 pets will be created at ${baseUrl}, and they stay there.\n`);
    expect(petsWhenTold).toBe(0);
    expect(server.pets()).toBeGreaterThan(0);
  });

  test.each([
    ['https://staging.example.com/v1', [], 'At most 200 pets will be created at https://staging.example.com/v1'],
    ['http://[2001:db8::1]:8080/v1', ['--max-creates', '3'], 'At most 3 pets will be created at '],
    ['http://0.0.0.0:8080/v1', ['--read-only'], ''],
    ['http://127.0.0.1:8080/v1', [], ''],
    ['http://localhost:8080/v1', [], ''],
    ['http://[::1]:8080/v1', [], ''],
  ])('%s %j', async (baseUrl, args, line) => {
    const reported: string[] = [];
    const session: Session = new Session({
      env: { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: TEST_KEY },
      parts: {
        runSuite: async (settings) => {
          reported.push(session.stderr.text);
          return runInline({ ...settings, baseUrl: 'http://127.0.0.1:9/v1' }, petStore);
        },
      },
    });
    await session.main(...args);
    expect(reported).toHaveLength(1);
    if (line === '') expect(reported).toEqual(['']);
    else expect(reported[0]).toMatch(new RegExp(`^${line.replace(/[.[\]]/g, '\\$&')}.*, and they stay there\\.\n$`));
  });
});
