import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installedParts } from '../../cli/invocation.ts';
import { run } from '../../library/index.ts';
import { startReference } from '../../reference/server.ts';
import { type Ended, endOf, newFolder, runCommand, startCommand } from '../compiled.ts';
import { deadOrigin } from '../harness/servers.ts';
import { Session } from './session.ts';

/* The suite starts the server: nothing of it is left, however the run ends. */

const KEY = 'Test-Key.7f3a';
const REFERENCE = new URL('../../dist/reference/server.js', import.meta.url).href;
const QUICK = ['--only', 'version.path', '--consistency-window', '0.02'];

/** A server in a process of its own, which has a child, and writes down which processes there are. */
const SERVER = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { startReference } from '${REFERENCE}';
const child = spawn('sleep', ['1000']);
appendFileSync('pids', process.pid + '\\n' + child.pid + '\\n');
if (process.argv[2] === 'stubborn') process.on('SIGTERM', () => undefined);
const { PETSTORE_BASE_URL, PETSTORE_API_KEY } = process.env;
await startReference({ apiKey: PETSTORE_API_KEY, port: Number(new URL(PETSTORE_BASE_URL).port) });
`;

async function place() {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'server.mjs'), SERVER);
  const env = { PETSTORE_BASE_URL: `${await deadOrigin()}/v1`, PETSTORE_API_KEY: KEY };
  return { cwd, env };
}

type Place = Awaited<ReturnType<typeof place>>;

function pidsIn({ cwd }: Place): readonly number[] {
  const file = join(cwd, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Some of a group that was killed may take a moment. */
async function expectNothingLeft(at: Place, started = 1): Promise<void> {
  const pids = pidsIn(at);
  expect(pids).toHaveLength(2 * started);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}

const WITH_SERVER = ['--', process.execPath, 'server.mjs'];

test('a run with a command starts the server, checks it and stops it', async () => {
  const at = await place();
  const { code, stdout } = await runCommand([...QUICK, ...WITH_SERVER], at);
  expect([code, stdout]).toEqual([0, expect.stringContaining('Conforming')]);
  await expectNothingLeft(at);
});

describe('nothing of the server is left', () => {
  async function stopped(args: readonly string[], ...signals: readonly NodeJS.Signals[]): Promise<[Place, Ended]> {
    const at = await place();
    const child = startCommand([...args], at);
    const end = endOf(child);
    await expect.poll(() => pidsIn(at).length).toBe(2);
    for (const signal of signals) {
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return [at, await end];
  }

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s', async (signal, code) => {
    const [at, ended] = await stopped(WITH_SERVER, signal);
    expect(ended.code).toBe(code);
    await expectNothingLeft(at);
  });

  test('after two interruptions, though it does not want to end', async () => {
    const [at, ended] = await stopped([...WITH_SERVER, 'stubborn'], 'SIGINT', 'SIGINT');
    expect(ended.code).toBe(130);
    await expectNothingLeft(at);
  });

  test('after --max-duration', async () => {
    const [at, ended] = await stopped(['--max-duration', '1', '--max-rps', '5', ...WITH_SERVER]);
    expect(ended.code).toBe(4);
    await expectNothingLeft(at);
  });

  test('after an output that cannot be written', async () => {
    const [at, ended] = await stopped([...QUICK, '--reporter', 'json=/dev/full', ...WITH_SERVER]);
    expect(ended.code).toBe(2);
    await expectNothingLeft(at);
  });
});

describe('bad input', () => {
  const expectSentence = async (args: readonly string[], code: number, sentence: string, baseUrl?: string) => {
    const { env } = await place();
    const session = new Session({
      env: { ...env, ...(baseUrl && { PETSTORE_BASE_URL: baseUrl }) },
      run: installedParts.run,
    });
    expect(await session.main(...args)).toBe(code);
    expect(`${session.stdout.text}${session.stderr.text}`.replaceAll(/\s+/g, ' ')).toContain(sentence);
    return session;
  };

  test('no command', () => expectSentence(['--'], 2, 'There is nothing after --: write the command'));

  test('a command that does not exist', () =>
    expectSentence(['--', 'no-such-program'], 2, 'The command "no-such-program" cannot be started (ENOENT)'));

  test('a command that ends', async () => {
    const script = 'console.log("key", process.env.PETSTORE_API_KEY); process.exit(7)';
    const ended = await runCommand(['--', process.execPath, '-e', script], await place());
    expect([ended.code, ended.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringMatching(/The command ended with exit code 7 before http.* Its last lines: key \$PETSTORE_API_KEY/),
    ]);
  });

  test('a server that runs already', async () => {
    const server = await startReference({ apiKey: KEY });
    onTestFinished(() => server.close());
    const sentence = `Something answers at ${server.baseUrl} before the command`;
    const { cwd } = await expectSentence(['--', 'touch', 'started'], 2, sentence, server.baseUrl);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
  });

  test('no base URL', async () => {
    const session = new Session();
    expect(await session.main('--', 'node', 'server.mjs')).toBe(2);
    expect(session.stderr.text).toContain('There is a command that starts the server, but no base URL');
  });
});

test('--wait waits for a server that somebody else starts', async () => {
  const at = await place();
  const { port } = new URL(at.env.PETSTORE_BASE_URL);
  const ended = runCommand([...QUICK, '--wait', '20'], at);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const server = await startReference({ apiKey: KEY, port: Number(port) });
  onTestFinished(() => server.close());
  expect((await ended).code).toBe(0);
});

test('a watch starts the server again for each run', async () => {
  const at = await place();
  const child = startCommand([...QUICK, '--watch', ...WITH_SERVER], at);
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += String(chunk);
  });
  const end = endOf(child);
  const invited = (times: number) => expect.poll(() => printed.match(/q quits/g)?.length).toBe(times);
  await invited(1);
  child.stdin?.write('\n');
  await invited(2);
  child.stdin?.write('q\n');
  expect((await end).code).toBe(0);
  await expectNothingLeft(at, 2);
});

test('a report names a replay, which takes a command too', async () => {
  const at = await place();
  const script = SERVER.replace('PETSTORE_API_KEY,', "PETSTORE_API_KEY, faults: ['list-needs-no-key'],");
  writeFileSync(join(at.cwd, 'server.mjs'), script);
  const id = 'auth.missing.listPets';
  const args = ['--only', id, '--max-bad-credentials', '10', '--consistency-window', '0.02'];
  const first = await runCommand([...args, '--reporter', 'terminal,json=r.json', '--', 'node', 'server.mjs'], at);
  expect([first.code, first.stdout]).toEqual([1, expect.stringMatching(/ petstore-conformance replay r\.json /m)]);
  const again = await runCommand(['replay', 'r.json', ...WITH_SERVER], at);
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining(id)]);
  await expectNothingLeft(at, 2);
});

test('the library starts and stops the server', async () => {
  const at = await place();
  const options = {
    baseUrl: at.env.PETSTORE_BASE_URL,
    apiKey: KEY,
    only: ['version.path'],
    consistencyWindowMs: 20,
    command: ['sh', '-c', `cd '${at.cwd}' && exec '${process.execPath}' server.mjs`],
  };
  expect(await run(options)).toMatchObject({ exitCode: 0 });
  await expectNothingLeft(at);
  const wrong = run({ ...options, command: ['no-such-program'] });
  await expect(wrong).rejects.toThrow('The command "no-such-program" cannot be started');
  await expect(run({ ...options, command: [] })).rejects.toThrow('command is not a list of words');
});
