import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import type { Plan } from '../../cli/plan/model.ts';
import { rehearsalSettings } from '../../cli/plan/plan.ts';
import type { Report } from '../../harness/report/model.ts';
import { type Reference, startReference } from '../../reference/server.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runCommand } from '../compiled.ts';
import { type Front, standInFront } from '../hostile/front.ts';
import { idsWith, settingsFor, TEST_KEY } from '../support.ts';
import { Session } from './session.ts';

const SEED = ['--seed', '7'];

const isPlan = new Ajv2020({ allErrors: true }).compile<Plan>(
  JSON.parse(readFileSync(new URL('../../schemas/plan.schema.json', import.meta.url), 'utf8')),
);

/** A session that rehearses on real servers, and never checks. */
function planner(env: Record<string, string> = {}): Session {
  return new Session({ env, parts: { startReference } });
}

async function planOf(argv: readonly string[], env?: Record<string, string>): Promise<Plan> {
  const session = planner(env);
  expect(await session.main('plan', '--json', ...argv)).toBe(0);
  expect(session.runs).toEqual([]);
  const plan: unknown = JSON.parse(session.stdout.text);
  if (!isPlan(plan)) throw new Error(JSON.stringify(isPlan.errors));
  return plan;
}

async function pageOf(argv: readonly string[], env?: Record<string, string>): Promise<string> {
  const session = planner(env);
  expect(await session.main('plan', ...argv)).toBe(0);
  return session.stdout.text;
}

/** What the compiled command does to a server that counts, and what it reports. */
async function realRun(front: Front, argv: readonly string[]) {
  const env = { PETSTORE_BASE_URL: front.baseUrl, PETSTORE_API_KEY: TEST_KEY };
  const { stdout } = await runCommand(['--reporter', 'json', ...argv], { env, cwd: import.meta.dirname });
  const report = JSON.parse(stdout) as Report;
  const many = (isOne: (method: string, path: string) => boolean) =>
    front.seen.filter(({ asked }) => isOne(asked.method, asked.url.replace(/\?.*/, ''))).length;
  const listPets = many((method, path) => method === 'GET' && path === '/v1/pets');
  const createPet = many((method, path) => method === 'POST' && path === '/v1/pets');
  const getPet = many((method, path) => method === 'GET' && /^\/v1\/pets\/.+/.test(path));
  const total = front.seen.length;
  return {
    report,
    traffic: {
      requests: { listPets, createPet, getPet, other: total - listPets - createPet - getPet, total },
      badCredentials: front.seen.filter(({ asked }) => asked.headers.authorization !== `Bearer ${TEST_KEY}`).length,
      mayWrite: many((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method)),
      creations: front.seen.filter(({ asked, answer }) => asked.method === 'POST' && answer.status === 201).length,
    },
  };
}

test.each([
  ['at default settings', 0, []],
  ['at default settings', 5_000, []],
  ['read-only', 0, ['--read-only']],
  ['in three rounds', 0, ['--repeat', '3', '--only', 'list.limit.maximum']],
])(
  'a run %s on a target with %i pets sends what the plan shows, give or take a few requests',
  async (_case, held, argv) => {
    const plan = await planOf([...SEED, ...argv]);
    const { traffic, report } = await realRun(await standInFront({ pets: held }), [...SEED, ...argv]);
    // Which pets serve as controls depends on the order in which responses come.
    const near = (count: number) => expect.toSatisfy((planned: number) => Math.abs(planned - count) <= 4);
    expect(plan.expected.find((expected) => expected.held === held)).toMatchObject({
      ...traffic,
      mayWrite: near(traffic.mayWrite),
      requests: Object.fromEntries(Object.entries(traffic.requests).map(([name, count]) => [name, near(count)])),
    });
    expect(traffic.creations).toBe(report.run.creations);
    const undecided = report.results.filter(({ outcome, rounds = [outcome] }) =>
      rounds.some((end) => end === 'inconclusive' || end === 'skipped'),
    );
    const open = plan.open.filter((group) => group.held.includes(held));
    const planned = [...plan.leftOut, ...open].flatMap(({ requirements }) => requirements);
    expect(planned.sort()).toEqual(undecided.map(({ id }) => id).sort());
  },
);

test('a plan and a run with a small budget use it up, whichever checks get there first', async () => {
  const budget = [...SEED, '--max-creates', '10', '--max-bad-credentials', '30'];
  const plan = await planOf(budget);
  const { traffic } = await realRun(await standInFront(), budget);
  for (const { creations, badCredentials } of [traffic, ...plan.expected.filter(({ held }) => held === 0)]) {
    expect({ creations, badCredentials }).toEqual({ creations: 10, badCredentials: 30 });
  }
});

test('a read-only plan creates nothing, and leaves out what a read-only run skips', async () => {
  const plan = await planOf([...SEED, '--read-only']);
  expect(plan).toMatchObject({ readOnly: true, bounds: { creations: 0 } });
  for (const { creations, mayWrite, requests } of plan.expected) {
    expect({ creations, mayWrite, createPet: requests.createPet }).toEqual({ creations: 0, mayWrite: 0, createPet: 0 });
  }
  const { report } = await realRun(await standInFront({ pets: 5_000 }), [...SEED, '--read-only']);
  const skippedThere = plan.open.filter(({ outcome, held }) => outcome === 'skipped' && held.includes(5_000));
  const planned = [...plan.leftOut, ...skippedThere].flatMap(({ requirements }) => requirements);
  expect(planned.sort()).toEqual(idsWith(report, 'skipped'));
  expect(plan.leftOut.map(({ reason }) => reason)).toEqual(['Read-only: needs requests that could create a pet.']);
  const onlyWhereFew = plan.open.filter(({ held }) => held.join() === '0').flatMap(({ requirements }) => requirements);
  expect(onlyWhereFew).toContain('list.limit.maximum');
});

test('a host that is never written to makes the plan read-only, and says so', async () => {
  const env = { PETSTORE_READ_ONLY_HOSTS: '*.example.com' };
  const argv = ['--base-url', 'https://api.example.com/v1', '--only', 'list.*'];
  expect(await planOf(argv, env)).toMatchObject({
    readOnly: true,
    target: { baseUrl: 'https://api.example.com/v1', isReadOnlyHost: true },
    bounds: { creations: 0 },
  });
  expect(await pageOf(argv, env)).toMatch(/^Creations +none, as the host is listed in PETSTORE_READ_ONLY_HOSTS$/m);
});

test('--only and --skip leave out the others', async () => {
  const plan = await planOf([...SEED, '--only', 'list.ok', '--only', 'get.*', '--skip', 'get.unknown']);
  const kept = ['list.ok', 'get.found', 'get.invalid-id'];
  expect(plan.leftOut).toEqual([
    {
      reason: 'Not selected by --only or --skip.',
      requirements: catalogue.map(({ id }) => id as string).filter((id) => !kept.includes(id)),
    },
  ]);
});

test('each round has budgets of its own; only the first of them meets an empty target', async () => {
  const [once, thrice] = [await planOf(SEED), await planOf([...SEED, '--repeat', '3'])];
  expect(once.bounds).toEqual({ creations: 200, badCredentials: 120 });
  expect(thrice.bounds).toEqual({ creations: 600, badCredentials: 360 });
  expect(thrice.rounds).toEqual({ planned: 3, rehearsed: 3 });
  const [empty, full] = once.expected;
  const [emptyAtFirst, fullFromTheStart] = thrice.expected;
  expect(fullFromTheStart?.requests.total).toBe(3 * (full?.requests.total ?? 0));
  expect(fullFromTheStart?.creations).toBe(3 * (full?.creations ?? 0));
  expect(emptyAtFirst?.creations).toBe((empty?.creations ?? 0) + 2 * (full?.creations ?? 0));
});

test('rounds beyond those rehearsed are counted like the last, and the page says so', async () => {
  const argv = [...SEED, '--only', 'list.ok', '--skip', 'observed.*', '--repeat', '100'];
  const plan = await planOf(argv);
  expect(plan.rounds).toEqual({ planned: 100, rehearsed: 5 });
  expect(plan.expected.map(({ creations }) => creations)).toEqual([100, 100]);
  expect(await pageOf(argv)).toContain('The first 5 of 100 rounds were rehearsed');
});

test('what belongs to the target or slows it down is left out of the rehearsal', () => {
  const settings = settingsFor('https://api.example.com/v1', {
    knownIds: ['900', '-4'],
    ledger: '/tmp/ledger.jsonl',
    maxRps: 1,
    badCredentialPauseMs: 5_000,
    runs: 3,
  });
  const rehearsed = rehearsalSettings(settings, { baseUrl: 'http://127.0.0.1:4010/v1' }, 'another-key');
  expect(rehearsed).toMatchObject({
    baseUrl: 'http://127.0.0.1:4010/v1',
    apiKey: 'another-key',
    runs: 3,
    seed: 20301205,
  });
  expect(rehearsed).toMatchObject({ knownIds: ['1', '2'], badCredentialPauseMs: 0 });
  expect([rehearsed.ledger, rehearsed.maxRps]).toEqual([undefined, undefined]);
});

test('a target whose identifiers are known holds at least those pets', async () => {
  const plan = await planOf([...SEED, '--only', 'list.ok', '--known-ids', '900,901']);
  expect(plan.expected.map(({ held }) => held)).toEqual([2, 5_000]);
});

test('nothing reaches the target, and the rehearsal servers are gone afterwards', async () => {
  let connections = 0;
  const target = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void target.close());
  const baseUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/v1`;
  const started: Reference[] = [];
  const session = new Session({
    parts: {
      startReference: async (options) => {
        const reference = await startReference(options);
        started.push(reference);
        return reference;
      },
    },
  });
  expect(await session.main('plan', '--base-url', baseUrl, '--api-key', TEST_KEY)).toBe(0);
  expect(session.stdout.text).toMatch(new RegExp(`^Target +${baseUrl}$`, 'm'));
  expect(session.stdout.text + session.stderr.text).not.toContain(TEST_KEY);
  expect(connections).toBe(0);
  expect(started).toHaveLength(2);
  for (const { baseUrl: gone, requests } of started) {
    expect(requests()).toBeGreaterThan(100);
    await expect(fetch(gone)).rejects.toThrow();
  }
});

test('a target that is dead, has no key or is named by its key is planned for all the same', async () => {
  const argv = ['--only', 'list.ok', '--base-url', 'http://127.0.0.1:9/v1'];
  expect((await planOf(argv)).target.baseUrl).toBe('http://127.0.0.1:9/v1');
  const secret = 'top-secret-key';
  const page = await pageOf([
    '--only',
    'list.ok',
    '--base-url',
    `http://127.0.0.1:9/${secret}/v1`,
    '--api-key',
    secret,
  ]);
  expect(page).not.toContain(secret);
});

test('a key that would come by standard input is not read', async () => {
  const argv = ['plan', '--only', 'list.ok', '--base-url', 'https://pre-prod.example.com/v1', '--api-key', '-'];
  // Its standard input stays open: a command that reads it would never end.
  const { stdout: page, code } = await runCommand(argv, { cwd: import.meta.dirname });
  expect(code).toBe(0);
  expect(page).toMatch(/^Target +https:\/\/pre-prod\.example\.com\/v1$/m);
});

test('the page reports bounds and marks before numbers, and fits the terminal', async () => {
  const page = await pageOf([
    ...SEED,
    '--max-creates',
    '50',
    '--repeat',
    '2',
    '--base-url',
    'https://api.example.com/v1',
  ]);
  const [title, , ...lines] = page.split('\n');
  expect(title).toMatch(/^petstore-conformance \S+ {2}plan$/);
  expect(lines.slice(0, 6).map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    'Target: https://api.example.com/v1',
    'Sent there: nothing: it was rehearsed on the embedded reference server',
    'Creations: at most 100 pets (50 in each of 2 rounds), which stay; 50 to 100 expected',
    expect.stringMatching(
      /^Bad credentials: at most 240 requests \(120 in each of 2 rounds\); (\d+ to )?\d+ expected$/,
    ),
    expect.stringMatching(/^User-Agent: petstore-conformance\/\S+ \(run …\)$/),
    expect.stringMatching(/^Names: conformance-…/),
  ]);
  expect(page).toMatch(/^Expected +empty target +5,000 pets$/m);
  expect(page).toMatch(/^createPet( +[\d,]+){2}$/m);
  expect(page).toMatch(/^Not decided on an empty target \(\d+\)\n {2}The write budget of 50 creations is spent/m);
  expect(page.replace(/\s+/g, ' ')).toContain('shrunk in at most 40 attempts');
  expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThanOrEqual(90);
});

test.each([
  [['--sed', '7'], 'There is no flag --sed: did you mean --seed?'],
  [['--runs', 'x'], '--runs is "x": give a whole number from 1 to 1000.'],
  [['--json=maybe'], '--json is "maybe": use true or false (or 1, 0, yes, no).'],
  [
    ['--only', 'lst.ok'],
    '--only "lst.ok" matches no requirement: choose from petstore-conformance list, perhaps list.ok.',
  ],
  [['--reporter', 'htlm'], 'Unknown reporter "htlm": did you mean html?'],
  [['--waivers', 'none.yaml'], 'The waivers in none.yaml cannot be read (ENOENT)'],
  [
    ['--waivers', 'bad.yaml'],
    'bad.yaml waives "list.okay", which is not a requirement that can fail: did you mean list.ok?',
  ],
  [['--baseline', 'bad.yaml'], 'bad.yaml is not JSON'],
  [['now'], 'Too many arguments: write petstore-conformance plan [flags of run] [--json].'],
])('plan %j is a usage error, as in run', async (argv, sentence) => {
  const session = planner();
  const waiver = '{id: list.okay, reason: r, owner: o, until: 2030-01-01}';
  writeFileSync(join(session.cwd, 'bad.yaml'), `waivers: [${waiver}]\n`);
  expect(await session.main('plan', ...argv)).toBe(2);
  expect(session.stderr.text).toContain(`petstore-conformance: ${sentence}`);
  expect(session.stdout.text).toBe('');
  expect(session.references).toEqual([]);
});
