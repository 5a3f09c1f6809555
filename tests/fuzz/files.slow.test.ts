import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Report } from '../../harness/model/report.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { reporters } from '../../reporters/index.ts';
import { idsThatCanFail } from '../../suites/requirements/index.ts';
import { simulated } from '../cli/session.ts';
import { failure, fullReport, reportOf, resultOf } from '../reporters/samples.ts';
import { mutatedJson, mutatedText, oddText } from './mutate.ts';
import { expectHarmless, NAMED, Outside, USER, USER_KEY } from './sandbox.ts';

/** A slow machine tries fewer, and never waits for longer than this. */
const BOUNDS = {
  seed: 20301205,
  numRuns: 100,
  interruptAfterTimeLimit: 12_000,
  markInterruptAsFailure: false,
} as const;

let requestsElsewhere = 0;
const server = createServer((_request, response) => {
  requestsElsewhere += 1;
  response.end('[]');
});
let outside: Outside;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  outside = new Outside(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
});
afterAll(() => {
  server.close();
  outside.close();
  expect(requestsElsewhere).toBe(0);
});

/** One that can be replayed. */
const replayable: Report = reportOf(
  [
    failure,
    resultOf('create.echo', { outcome: 'fail' }),
    resultOf('errors.no-5xx', { outcome: 'fail', violations: failure.violations ?? [] }),
  ],
  { verdict: 'violating', exitCode: 1, target: { baseUrl: NAMED } },
);

function mutatedReport(): fc.Arbitrary<string> {
  return fc.oneof(mutatedJson(fullReport, outside.lures), mutatedJson(replayable, outside.lures));
}

/** What every command that reads a report is given, with what it may write. */
function commandsOnReport(form: string): readonly { argv: readonly string[]; mayWrite?: readonly string[] }[] {
  return [
    { argv: ['render', 'r.json', '--reporter', form] },
    { argv: ['render', 'r.json', '--reporter', `${form}=out`], mayWrite: ['out'] },
    { argv: ['compare', 'r.json', 'good.json'] },
    { argv: ['compare', 'good.json', 'r.json', 'r.json', '--reporter', 'html=out'], mayWrite: ['out'] },
    { argv: ['history', 'r.json', 'good.json', '--reporter', 'html=out'], mayWrite: ['out'] },
    { argv: ['replay', 'r.json', '--base-url', NAMED] },
    { argv: ['replay', 'r.json'] },
    { argv: ['waivers', 'init', 'r.json', '--output', 'out.yaml'], mayWrite: ['out.yaml'] },
    { argv: ['run', '--baseline', 'r.json', '--reporter', form] },
  ];
}

test('mutated reports', async () => {
  const forms = [...reporters.keys()];
  await fc.assert(
    fc.asyncProperty(mutatedReport(), fc.constantFrom(...forms), fc.nat(), async (text, form, choice) => {
      const commands = commandsOnReport(form);
      const command = commands[choice % commands.length] ?? { argv: [] };
      await expectHarmless({ ...command, files: { 'r.json': text, 'good.json': JSON.stringify(fullReport) } }, outside);
    }),
    BOUNDS,
  );
});

test('mutated waivers', async () => {
  const waivers = idsThatCanFail
    .slice(0, 3)
    .map((id) => ({ id, reason: 'r', owner: 'o', until: '2999-12-31', fingerprint: '0123456789ab' }));
  const text = fc.oneof(
    mutatedJson({ waivers }, outside.lures),
    mutatedText(stringify({ waivers })),
    mutatedJson({ waivers }, outside.lures).map((json) => json.replaceAll(',', ',\n# c\n')),
  );
  const commands = [['run'], ['run', '--strict', '--read-only'], ['plan', '--only', 'version.path']];
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...commands), async (content, argv) => {
      await expectHarmless({ argv: [...argv, '--waivers', 'w.yaml'], files: { 'w.yaml': content } }, outside);
    }),
    BOUNDS,
  );
});

describe('mutated .env files', () => {
  /** What somebody would write who wants the key, or a file. */
  const attack = () => {
    const [address, file] = outside.lures;
    return fc.constantFrom(
      `PETSTORE_BASE_URL=${address}`,
      'PETSTORE_API_KEY=key-of-the-file',
      `PETSTORE_LEDGER=${file}`,
      `PETSTORE_REPORTERS=terminal,json=${file}`,
    );
  };
  const variables = [...Object.values(settingTable).map(({ variable }) => variable), 'PETSTORE_X', 'NODE_OPTIONS'];
  const oddLine = () =>
    fc
      .tuple(fc.constantFrom(...variables), oddText(outside.lures), fc.constantFrom('', '"', "'", '`'))
      .map(([variable, value, quote]) => `${variable}=${quote}${value}${quote}`);
  const dotenv = () =>
    fc
      .array(fc.oneof({ weight: 2, arbitrary: attack() }, { weight: 1, arbitrary: oddLine() }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((lines) => lines.join('\n'))
      .chain((text) =>
        fc.oneof({ weight: 2, arbitrary: fc.constant(text) }, { weight: 1, arbitrary: mutatedText(text) }),
      );

  const users = [
    { env: USER, flags: [] },
    { env: { PETSTORE_API_KEY: USER_KEY }, flags: [] },
    { env: { PETSTORE_BASE_URL: NAMED }, flags: ['--api-key', USER_KEY] },
    { env: {}, flags: [] },
  ];
  const others = [
    ['replay', 'r.json'],
    ['plan', '--json', '--only', 'version.path'],
  ];

  test('never send the key of the user elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(dotenv(), fc.constantFrom(...others), async (text, other) => {
        const files = { '.env': text, 'r.json': JSON.stringify(replayable) };
        for (const { env, flags } of users) {
          await expectHarmless({ argv: ['run', ...flags], files, env, mayWrite: 'anything below' }, outside);
        }
        await expectHarmless({ argv: other, files, mayWrite: 'anything below' }, outside);
      }),
      { ...BOUNDS, numRuns: 60 },
    );
  });
});

test('mutated reports are replayed, and a mutated ledger is added to', async () => {
  const line = { at: '2026-11-15T00:00:00Z', baseUrl: NAMED, run: 'abc', id: '1', name: 'a', categoryId: '1' };
  const argv = ['replay', 'r.json', 'create.echo', '--base-url', NAMED, '--max-creates', '20', '--ledger', 'l.jsonl'];
  const lines = fc.array(mutatedJson(line, outside.lures), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(mutatedJson(replayable, outside.lures), lines, async (text, ledger) => {
      const files = { 'r.json': text, 'l.jsonl': `${ledger.join('\n')}\n` };
      const { after } = await expectHarmless({ argv, files, run: simulated() }, outside);
      expect(after('l.jsonl').startsWith(Buffer.from(files['l.jsonl']).toString())).toBe(true);
    }),
    { ...BOUNDS, numRuns: 15 },
  );
});

test('mutated archives and reports are inspected', async () => {
  const request = { method: 'GET', url: `${NAMED}/pets?limit=3`, headers: [{ name: 'a', value: 'b' }] };
  const response = { status: 200, headers: [], content: { text: '[]' } };
  const entry = { time: 5, request, response, _petstore: { number: 1, probe: 'reads', offsetMs: 1 } };
  const known = { keyLength: 14, ledger: [], missingIds: [], interruptions: [], spent: [] };
  const ofRun = { run: 'a1', version: '0.6.0', baseUrl: NAMED, seed: 1, durationMs: 5, isWhole: true };
  const own = { ...ofRun, startedAt: '2026-11-15T00:00:00Z', settings: {}, known };
  const archive = mutatedJson({ log: { entries: [entry, entry], _petstore: own } }, outside.lures);
  await fc.assert(
    fc.asyncProperty(fc.oneof(archive, mutatedReport()), async (text) => {
      await expectHarmless({ argv: ['inspect', 'f'], files: { f: text } }, outside);
    }),
    BOUNDS,
  );
});
