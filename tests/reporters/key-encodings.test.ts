import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { planOf } from '../../cli/plan/model.ts';
import { planPage } from '../../cli/plan/page.ts';
import { composeReport } from '../../harness/report/compose.ts';
import type { Report } from '../../harness/report/model.ts';
import { resultOf } from '../../harness/report/result.ts';
import { openTarget } from '../../harness/run/target.ts';
import { Violation } from '../../harness/verdict/verdicts.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { reporters } from '../../reporters/index.ts';
import { renderReplay } from '../../reporters/replay.ts';
import { checkOf } from '../harness/checks.ts';
import { ENCODINGS, type Encoding, KEY_LENGTHS, keyOf } from '../harness/secrets/encodings.ts';
import { settingsFor } from '../support.ts';

const traits = { colour: false, width: 100 };
const LONGEST_HEADER = 4000;

/** Answers the request for each encoding with the key written so: in the body, in a header and as the name of a pet. */
async function startEcho(key: string, encodings: readonly Encoding[]): Promise<string> {
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    request.resume();
    const written = encodings[Number(/(\d+)$/.exec(request.url ?? '')?.[1])]?.write(key) ?? '';
    if (written.length <= LONGEST_HEADER && /^[!-~][ -~]*$/.test(written)) response.setHeader('x-echo', written);
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') response.writeHead(201).end(`{"id":1,"name":"${written}","categoryId":1}`);
    else response.writeHead(418).end(`{"code":"teapot","message":"${written}"}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Every artifact of a run against a server that echoes the key in each of these encodings. */
async function artifactsOf(key: string, encodings: readonly Encoding[]): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ledger = join(folder, 'ledger.jsonl');
  const origin = await startEcho(key, encodings);
  const settings = settingsFor(`${origin}/v1`, { apiKey: key, ledger, maxCreates: 1000 });
  const {
    apiFor,
    redactor,
    close,
    ledger: created,
  } = openTarget(settings, new AbortController().signal, () => undefined);
  const results = [];
  for (const index of encodings.keys()) {
    const check = checkOf(`list.encoding-${index}`, async () => ({}));
    const reply = await apiFor(check.id).undocumented('GET', `/echo/${index}`);
    await apiFor(check.id).createPet({ name: `pet-${index}`, categoryId: index });
    created.note({
      ...reply,
      status: 201,
      json: { ok: true, value: { id: index, name: encodings[index]?.write(key) ?? '' } },
    });
    const violation = new Violation('status 200', `${reply.status} with ${reply.text}`, [reply]);
    results.push(resultOf(check, violation, { durationMs: 1, redactor, origin, curlNetwork: [] }));
  }
  await close();
  const report = composeReport({
    settings,
    rows: results,
    results,
    totals: { requests: 2 * results.length, creations: results.length },
    created: created.take(),
    startedAt: new Date(0),
    durationMs: 1,
    fault: `Error: ${key}\n    at ${key}`,
  });
  return new Map([...shownOf(report), ['ledger', readFileSync(ledger, 'utf8')], ...plansOf(settings)]);
}

function shownOf(report: Report): readonly (readonly [string, string])[] {
  const comparison = compareAll([
    { label: 'earlier', report: { ...report, results: [] } },
    { label: 'later', report },
  ]);
  const ids = report.results.map(({ id }) => id);
  return [
    ...[...reporters].map(([name, render]) => [name, render(report, traits)] as const),
    ...[...comparisonForms].map(([name, render]) => [`compare ${name}`, render(comparison, traits)] as const),
    ['replay', renderReplay(report, ids, traits)],
  ];
}

function plansOf(settings: ReturnType<typeof settingsFor>): readonly (readonly [string, string])[] {
  const requests = { listPets: 0, createPet: 0, getPet: 0, other: 0, total: 0 };
  const traffic = { requests, badCredentials: 0, mayWrite: 0, creations: 0, unmarked: 0 };
  const plan = planOf(settings, [], [{ held: 0, rounds: [{ traffic, results: [] }] }], false);
  return [
    ['plan', planPage(plan, traits.width)],
    ['plan json', JSON.stringify(plan)],
  ];
}

const PROBE = 100;

/** What must not be in an artifact: the text, as the artifact may escape it, or parts of it where it is long. */
function probesOf(written: string, isDistinctive: boolean): readonly string[] {
  const starts = [0.1, 0.5, 0.8].map((part) => Math.floor(part * written.length));
  const parts = written.length > 4 * PROBE ? starts.map((at) => written.slice(at, at + PROBE)) : [written];
  const framed = isDistinctive ? parts : parts.map((part) => `"${part}"`);
  return framed.flatMap((part) => [
    part,
    JSON.stringify(part).slice(1, -1),
    part.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  ]);
}

test('an encoding that is left in would be found', () => {
  const key = keyOf(20_000);
  for (const { write } of ENCODINGS) {
    const artifact = JSON.stringify({ body: `{"message":"${write(key)}"}` });
    expect(probesOf(write(key), true).some((probe) => artifact.includes(probe))).toBe(true);
  }
});

describe.each(KEY_LENGTHS)('a key of %i characters', (length) => {
  const key = keyOf(length);
  const isDistinctive = length >= 8;
  const encodings = ENCODINGS.filter(({ from }) => length >= from);

  test('is in no artifact, in no encoding', async () => {
    const artifacts = await artifactsOf(key, encodings);
    expect(artifacts.size).toBeGreaterThanOrEqual(14);
    expect(artifacts.get('json')).toContain('Bearer $PETSTORE_API_KEY');
    const leaks = [...artifacts].flatMap(([name, text]) => {
      const isIn = (written: string) => probesOf(written, isDistinctive).some((probe) => text.includes(probe));
      const found = encodings.filter(({ write }) => isIn(write(key)));
      const isSent = text.includes(`Bearer ${key}`) ? ['as it was sent'] : [];
      return [...found.map((encoding) => encoding.name), ...isSent].map((how) => `${name}: ${how}`);
    });
    expect(leaks).toEqual([]);
  });

  test('leaves the words, numbers and addresses of the report as they are', async () => {
    const encodings = ENCODINGS.slice(0, 1);
    const text = (await artifactsOf(key, encodings)).get('json') ?? '';
    const report = JSON.parse(text) as Report;
    expect(report.target.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(report.results[0]).toMatchObject({ expected: 'status 200', statement: 'What list.encoding-0 says.' });
    // Of a very long body the middle is cut, and with it that of the key.
    const shown = length === 20_000 ? '$PETSTORE_API_KEY … $PETSTORE_API_KEY' : '$PETSTORE_API_KEY';
    expect(report.results[0]?.actual).toBe(`418 with {"code":"teapot","message":"${shown}"}`);
    expect(report.warnings?.length ?? 0).toBe(isDistinctive ? 0 : 1);
  });
});
