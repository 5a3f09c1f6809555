import { describe, expect, test } from 'vitest';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { compareAll, comparisonForms } from '../../reporters/compare.ts';
import { reporters } from '../../reporters/index.ts';
import { petStore } from '../../suites/index.ts';
import { settingsFor } from '../support.ts';
import { formsOf, startEchoingServer } from './echoing-server.ts';
import { reportOf, resultOf } from './samples.ts';

const options = { colour: false, width: 100 };

async function judgeEchoing(apiKey: string): Promise<Report> {
  const server = await startEchoingServer(apiKey);
  try {
    return await runInline(settingsFor(server.baseUrl, { apiKey, runs: 3, consistencyWindowMs: 20 }), petStore);
  } finally {
    await server.close();
  }
}

/** Every artifact of a report, by its name. */
function artifactsOf(report: Report): ReadonlyMap<string, string> {
  const earlier = reportOf(report.results.map(({ id, level }) => resultOf(id, { level })));
  const comparison = compareAll([
    { label: 'earlier', report: earlier },
    { label: 'later', report },
  ]);
  return new Map([
    ...[...reporters].map(([name, render]) => [name, render(report, options)] as const),
    ...[...comparisonForms].map(([name, render]) => [`compare ${name}`, render(comparison, options)] as const),
  ]);
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/** Without escapes, spaces and case: what is left of a text for somebody who looks for the key in it. */
function bare(text: string): string {
  const character = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base));
  return text
    .replace(/&#(\d+);/g, (_, code) => character(code, 10))
    .replace(/&(lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code) => character(code, 16))
    .replace(/%([0-9a-f]{2})/gi, (_, code) => character(code, 16))
    .replace(/\\+[nrt]?|\s+/g, '')
    .toLowerCase();
}

/** Whatever in the text may be base64 or hex, decoded in every way. */
function decoded(text: string): readonly string[] {
  const runs = new Set([...text.matchAll(/[\w+/-]{16,}/g)].map(([run]) => run));
  return [...runs].flatMap((run) => [
    ...[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
    ...[0, 1].map((start) => Buffer.from(run.slice(start), 'hex').toString('latin1')),
  ]);
}

function holdsKey(text: string, key: string): boolean {
  // A part of the key may look like an escape itself.
  const sought = [bare(key), key.replace(/\\/g, '').toLowerCase()];
  const readings = [text, ...decoded(text), ...decoded(text.replace(/\s+/g, ''))].map(bare);
  return readings.some((reading) => sought.some((form) => reading.includes(form)));
}

describe.each([
  ['a plain key', 'Marked.Key-7f3aQ9zX'],
  ['a key that every form has to escape', 'M@rk3d"K<y>&7\\f%3a+Q/9=z'],
])('%s', (_case, key) => {
  test.each(Object.entries(formsOf(key)))('would be found in a text that holds it: %s', (_form, text) => {
    expect(holdsKey(JSON.stringify({ text: `before ${text} after` }), key)).toBe(true);
  });

  test('is in no artifact, in no encoding, whatever the server echoes', async () => {
    const report = await judgeEchoing(key);
    expect(report.verdict).toBe('violating');
    expect(JSON.stringify(report)).toContain('["X-Echo-halves","$PETSTORE_API_KEY"]');
    const leaking = [...artifactsOf(report)].filter(([, text]) => holdsKey(text, key));
    expect(leaking.map(([name]) => name)).toEqual([]);
  });
});
