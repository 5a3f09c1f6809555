import { type Report, type Result, VERDICTS } from '../harness/model/report.ts';
import { effectiveOutcomeOf, OUTCOME_ORDER } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  /** What follows the name of the family. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/**
 * For the textfile collector of Prometheus' node exporter. It reads the older text format, in which the line that ends
 * OpenMetrics is a comment, and which has the same gauges and histograms: both read this file. It refuses times at
 * samples, so the time of the run is a gauge. Every sample names the target, because the collector puts all files
 * together. No label changes from run to run.
 */
export function renderOpenmetrics(given: Report): string {
  const report = escapedReport(given);
  const { baseUrl } = report.target;
  const families = familiesOf(report).filter(({ samples }) => samples.length > 0);
  const lines = families.flatMap(({ name, type, help, samples }) => [
    `# HELP petstore_conformance_${name} ${help}`,
    `# TYPE petstore_conformance_${name} ${type}`,
    ...samples.map(({ suffix = '', labels = {}, value }) => {
      const inBraces = Object.entries({ target: baseUrl, ...labels }).map(
        ([label, text]) => `${label}="${escaped(text)}"`,
      );
      return `petstore_conformance_${name}${suffix}{${inBraces.join(',')}} ${value}`;
    }),
  ]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

function familiesOf({ suite, verdict, exitCode, run, results }: Report): readonly Family[] {
  const gauge = (name: string, help: string, ...samples: readonly Sample[]): Family => ({
    name,
    type: 'gauge',
    help,
    samples,
  });
  const endedAt = (Date.parse(run.startedAt) + run.durationMs) / 1000;
  return [
    gauge('build_info', 'Version of the suite.', { labels: { version: suite.version }, value: 1 }),
    gauge('last_run_timestamp_seconds', 'When the run ended.', { value: endedAt }),
    gauge('run_duration_seconds', 'How long the run took.', { value: run.durationMs / 1000 }),
    gauge('run_requests', 'Requests that the run sent.', { value: run.requests }),
    gauge('run_creations', 'Pets that the run created.', { value: run.creations }),
    gauge('exit_code', 'Exit code of the run.', { value: exitCode }),
    gauge(
      'verdict',
      'Verdict on the server: 1 for the verdict of the run, 0 for the others.',
      ...VERDICTS.map((one) => ({ labels: { verdict: one }, value: one === verdict ? 1 : 0 })),
    ),
    gauge(
      'requirement_outcome',
      'Outcome of each requirement: 1 for the outcome in the run, 0 for the others.',
      ...results.filter(({ level }) => level !== 'INFO').flatMap(outcomesOf),
    ),
    {
      name: 'request_duration_seconds',
      type: 'histogram',
      help: 'How long the server took to answer, by operation.',
      samples: (run.latency ?? []).flatMap(histogramOf),
    },
  ];
}

/** Every outcome that a requirement can have, so that an alert sees a series change instead of one that vanishes. */
function outcomesOf(result: Result): readonly Sample[] {
  const actual = effectiveOutcomeOf(result);
  return OUTCOME_ORDER.filter((outcome) => outcome !== 'observed').map((outcome) => ({
    labels: { requirement: result.id, level: result.level, outcome },
    value: outcome === actual ? 1 : 0,
  }));
}

function histogramOf({ operation, count, sumMs, buckets }: NonNullable<Report['run']['latency']>[number]) {
  const bucket = (le: string, value: number): Sample => ({ suffix: '_bucket', labels: { operation, le }, value });
  return [
    ...buckets.map(({ atMostMs, count: within }) => bucket(decimal(atMostMs / 1000), within)),
    bucket('+Inf', count),
    { suffix: '_sum', labels: { operation }, value: sumMs / 1000 },
    { suffix: '_count', labels: { operation }, value: count },
  ];
}

/** As OpenMetrics writes limits: 1.0, so that the label is the same whoever writes it. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
