import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { openServer } from '../../../harness/engine/open-server.ts';
import { Program } from '../../../harness/server/program.ts';
import { type Presence, Server } from '../../../harness/server/server.ts';
import { ServerLog } from '../../../harness/server/server-log.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { petStore } from '../../../suites/index.ts';
import { serveHttp } from '../servers.ts';

const PLACE = { cwd: process.cwd(), env: process.env };
const node = (script: string) => [process.execPath, '-e', script];
const FOREVER = 'setInterval(() => 0, 1000);';

async function started(...command: readonly string[]) {
  const log = new ServerLog();
  const program = await Program.start(command, PLACE, log);
  onTestFinished(() => program.stop());
  return { program, log };
}

const textsIn = ({ lines }: ServerLog) => lines.map(({ text }) => text);

async function untilPrinted(log: ServerLog, count: number): Promise<readonly string[]> {
  await expect.poll(() => log.lines.length).toBeGreaterThanOrEqual(count);
  return textsIn(log);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a program', () => {
  test('is stopped with everything that it started', async () => {
    const child = `require('node:child_process').spawn(process.execPath, ['-e', '${FOREVER}']).pid`;
    const { program, log } = await started(...node(`console.log(process.pid); console.log(${child}); ${FOREVER}`));
    const pids = (await untilPrinted(log, 2)).map(Number);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await program.stop();
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
    expect(await program.ended).toMatchObject({ signal: 'SIGTERM' });
  });

  test('is killed if it does not end by itself', async () => {
    const { program, log } = await started(...node(`process.on('SIGTERM', () => 0); console.log('on'); ${FOREVER}`));
    await untilPrinted(log, 1);
    await program.stop();
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL' });
  });

  test('gets its words as they are', async () => {
    const words = ['$HOME', '*', 'a b', `"'`, ''];
    const { program, log } = await started(...node('console.log(JSON.stringify(process.argv.slice(1)))'), ...words);
    const [line = ''] = await untilPrinted(log, 1);
    expect(JSON.parse(line)).toEqual(words);
    expect(await program.ended).toMatchObject({ exitCode: 0 });
  });

  test.each([['no-such-program'], ['node server.mjs'], [''], ['a\0b'], ['/']])('%j cannot be started', async (file) => {
    await expect(Program.start([file], PLACE, new ServerLog())).rejects.toThrow(UsageError);
    await expect(Program.start([file], PLACE, new ServerLog())).rejects.toThrow(
      /^The command ".*" cannot be started \(E[A-Z_]+\): name a/,
    );
  });

  test('prints lines, which are kept without colours, cut, also without an end', async () => {
    const script = `process.stderr.write('\\x1b[31mred\\x1b[0m\\n\\n' + 'x'.repeat(100_000)); process.exitCode = 3;`;
    const { program, log } = await started(...node(script));
    expect(await program.ended).toMatchObject({ exitCode: 3 });
    expect(textsIn(log)).toEqual(['red', `${'x'.repeat(500)}…`]);
  });
});

describe('a server', () => {
  interface Given {
    readonly command?: readonly string[];
    readonly waitMs?: number;
    readonly look: () => Presence;
  }

  async function start({ command, waitMs = 20_000, look }: Given): Promise<string | undefined> {
    const server = new Server({ ...PLACE, command, waitMs, shownUrl: 'http://pets.test/v1', look: async () => look() });
    onTestFinished(() => server.stop());
    return server.start(new AbortController().signal);
  }

  /** What is there: nothing at the first looks. */
  function thereAfter(looks: number): () => Presence {
    let looked = 0;
    return () => {
      looked += 1;
      return looked > looks ? 'there' : 'absent';
    };
  }

  test('is there once it answers', async () => {
    expect(await start({ command: node(FOREVER), look: thereAfter(3) })).toBeUndefined();
  });

  test('that runs already is not started', async () => {
    const refused = start({ command: node(FOREVER), look: thereAfter(0) });
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow('Something answers at http://pets.test/v1 before the command is started');
  });

  test.each([
    [
      'console.log(1); process.exit(7)',
      'The command ended with exit code 7 before http://pets.test/v1 answered. Its last lines:\n1',
    ],
    [
      'process.kill(process.pid)',
      'The command was ended by SIGTERM before http://pets.test/v1 answered. It printed nothing.',
    ],
  ])('that ends before it answers is not tested: %s', async (script, reason) => {
    expect(await start({ command: node(script), look: () => 'starting' })).toBe(reason);
  });

  test('that does not answer in time is not tested', async () => {
    expect(await start({ command: node(FOREVER), waitMs: 100, look: () => 'absent' })).toMatch(
      /^The command runs, but http:\/\/pets\.test\/v1 did not answer within 0\.1 s: check its port/,
    );
  });

  test('that somebody else starts is waited for, and then left to the run', async () => {
    expect(await start({ look: thereAfter(3) })).toBeUndefined();
    expect(await start({ waitMs: 100, look: () => 'absent' })).toBeUndefined();
  });

  /** It prints, and ends by itself; where it was stopped, that is nobody's crash. */
  test.each<[what: string, script: string, expected: unknown]>([
    [
      'with an exit code, and its last lines',
      'for (let line = 1; line <= 30; line += 1) console.log(line); process.exitCode = 4',
      { exitCode: 4, lines: Array.from({ length: 20 }, (_, index) => String(index + 11)) },
    ],
    ['by a signal', `process.kill(process.pid, 'SIGSEGV')`, { signal: 'SIGSEGV', lines: [] }],
    [
      'with the line that names the failure above all others',
      `console.log('fatal error: a race'); for (let line = 1; line <= 30; line += 1) console.log(line); process.exitCode = 2`,
      {
        exitCode: 2,
        lines: ['fatal error: a race', '…', ...Array.from({ length: 18 }, (_, index) => String(index + 13))],
      },
    ],
  ])('knows that it ended by itself, %s', async (_what, script, expected) => {
    let looked = 0;
    const look = async () => {
      looked += 1;
      return looked === 1 ? ('absent' as const) : ('there' as const);
    };
    const server = new Server({ ...PLACE, command: node(script), waitMs: 20_000, shownUrl: 'http://pets.test', look });
    onTestFinished(() => server.stop());
    await server.start(new AbortController().signal);
    await expect.poll(() => server.crashes[0]).toMatchObject(expected as object);
    await server.stop();
    const { length } = server.crashes;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.crashes).toHaveLength(length);
  });

  test('is started again with nothing from before', async () => {
    let isThere = false;
    const server = new Server({
      ...PLACE,
      command: node(FOREVER),
      waitMs: 20_000,
      shownUrl: 'http://pets.test/v1',
      look: async () => {
        isThere = !isThere;
        return isThere ? 'absent' : 'there';
      },
    });
    const { signal } = new AbortController();
    expect([await server.start(signal), await server.start(signal)]).toEqual([undefined, undefined]);
    await server.stop();
  });
});

test.each([404, 401, 500])('whoever answers %i is there', async (status) => {
  const origin = await serveHttp((_request, response) => void response.writeHead(status).end());
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl: `${origin}/v1`, apiKey: 'k', runId: 'testrun' };
  const server = openServer(settings, petStore, { ...PLACE, command: ['true'] });
  await expect(server.start(new AbortController().signal)).rejects.toThrow('before the command is started');
});

test.each([502, 503, 504])('a gateway that answers %i is there before the service', async (status) => {
  let requests = 0;
  const origin = await serveHttp((_request, response) => {
    requests += 1;
    response.writeHead(requests > 3 ? 200 : status).end();
  });
  const base = { ...resolveSettings(new Map(), {}, ''), baseUrl: `${origin}/v1`, apiKey: 'k', runId: 'testrun' };
  const server = openServer({ ...base, waitMs: 20_000 }, petStore, PLACE);
  expect(await server.start(new AbortController().signal)).toBeUndefined();
  expect(requests).toBe(4);
});
