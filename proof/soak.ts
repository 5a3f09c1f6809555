import { parseArgs } from 'node:util';
import type { Report } from '../harness/report/model.ts';
import { startReference } from '../reference/server.ts';
import { API_KEY, check } from './check.ts';

/**
 * Whether verdicts are steady: the reference and its noisy variants, again and again with other seeds, and two suites
 * at once against one server. A verdict that changes from one run to the next is the suite's fault, not the server's.
 */
const NOISY = [
  [],
  ['jittery'],
  ['rate-limited'],
  ['overloaded-now-and-then'],
  ['strangers-all-the-time'],
  ['connection-closed'],
  ['reads-lag'],
  ['replicas-step-back'],
  ['rotating-order'],
] as const satisfies readonly (readonly string[])[];

const { values } = parseArgs({ options: { runs: { type: 'string', default: '50' } } });
const runs = Number(values.runs);
const seen = new Map<string, Map<string, number>>();
for (let run = 0; run < runs; run += 1) {
  const variants = NOISY[run % NOISY.length] ?? [];
  const suites = run % 2 === 0 ? 1 : 2;
  const seeds = Array.from({ length: suites }, (_, suite) => 1_000 * run + suite);
  const server = await startReference({ apiKey: API_KEY, variants, seed: run });
  const reports = await Promise.all(seeds.map((seed) => check(server.baseUrl, { runId: `soak${seed}`, seed })));
  await server.close();
  const name = variants.join('+') || 'reference';
  for (const [index, report] of reports.entries()) note(name, report, seeds[index]);
  say(
    `${run + 1}/${runs} ${name}, ${suites === 2 ? 'two suites at once' : 'alone'}: ${reports.map(({ verdict }) => verdict).join(', ')}`,
  );
}
const changed = [...seen].filter(([, outcomes]) => outcomes.size > 1);
for (const [key, outcomes] of changed)
  say(`changed: ${key}: ${[...outcomes].map(([o, n]) => `${o} ${n} times`).join(', ')}`);
say(`${runs} rounds, ${seen.size} verdicts compared, ${changed.length} changed`);
process.exitCode = changed.length > 0 ? 1 : 0;

function note(name: string, report: Report, seed: number | undefined): void {
  if (report.verdict !== 'conforming') {
    const open = report.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive');
    for (const { id, outcome, reason, actual } of open) say(`  seed ${seed}: ${outcome} ${id}: ${reason ?? actual}`);
  }
  for (const { id, outcome, level } of report.results) {
    if (level === 'INFO') continue;
    const key = `${name} ${id}`;
    const outcomes = seen.get(key) ?? new Map<string, number>();
    seen.set(key, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
