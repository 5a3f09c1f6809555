import { largest, smallest } from '../../harness/basics/extremes.ts';
import { groupBy } from '../../harness/basics/group-by.ts';
import { formsOf } from '../document/index.ts';
import type { Document, Table } from '../document/model.ts';
import { changeCells, long, MAX_RUNS, minuteOf, outcomeCell, texts, titled } from '../document/model.ts';
import { type EffectiveOutcome, LOOKS, OUTCOME_ORDER } from '../effective-outcome.ts';
import { count } from '../text.ts';
import { type History, hasChanged, isSteady, outcomesOf, type Run, type TargetHistory } from './model.ts';

const MAX_EVENTS = 30;

export const historyForms = formsOf<History>(documentOf);

function documentOf(history: History): Document {
  const { targets, leftOut } = history;
  const tables = targets.flatMap((target) => {
    const suffix = targets.length === 1 ? '' : `: ${target.baseUrl}`;
    const own = [failingTable(target), matrixTable(target), changesTable(target), driftTable(target.runs)];
    return [...own, figuresTable(target)].map((table) => ({ ...table, title: `${table.title}${suffix}` }));
  });
  const leftOutTable = {
    title: 'Files left out',
    columns: [...titled('File'), ...long('Why')],
    rows: leftOut.map(({ label, why }) => texts(label, why)),
  };
  return { ...headlineOf(history), tables: [...tables, leftOutTable] };
}

function headlineOf({ targets }: History): Omit<Document, 'tables'> {
  const tracks = targets.flatMap(({ requirements }) => requirements);
  const failing = tracks.flatMap((track) => track.failing?.effective ?? []);
  const number = (wanted: readonly EffectiveOutcome[]) =>
    failing.filter((effective) => wanted.includes(effective)).length;
  const [violations, warnings] = [number(['fail']), number(['warn'])];
  const runs = targets.flatMap((target) => target.runs);
  const whose = targets.length === 1 ? targets[0]?.baseUrl : count(targets.length, 'target');
  const kinds = [
    [violations, 'MUST'],
    [warnings, 'SHOULD'],
    [failing.length - violations - warnings, 'waived or known'],
  ] as const;
  const words = kinds.flatMap(([found, what]) => (found > 0 ? [`${found} ${what}`] : [])).join(', ');
  const subject = `${count(failing.length, 'requirement')} ${failing.length === 1 ? 'fails' : 'fail'} now`;
  return {
    title: failing.length === 0 ? 'Nothing fails now' : `${subject} (${words})`,
    effective: violations > 0 ? 'fail' : warnings > 0 ? 'warn' : 'pass',
    sentence: `${count(runs.length, 'run')} of ${whose}, ${daysOf(runs)}.`,
  };
}

/** "2026-01-01 to 2026-01-30" */
function daysOf(runs: readonly Run[]): string {
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  return [...new Set([days[0], days.at(-1)])].join(' to ');
}

/** One row for each story that the latest run to decide it still shows, in the order of a report. */
function failingTable({ runs, stories }: TargetHistory): Table {
  const names = runs.map(({ startedAt, label }) => `${minuteOf(startedAt)} ${label}`);
  const failing = stories.filter(({ since }) => since !== undefined);
  return {
    title: 'Failing now',
    columns: [
      ...titled('Requirement', 'Level', 'Now', 'Failed'),
      ...long('Found first', 'Since', 'Last good run', 'Found', 'Also violates'),
    ],
    rows: failing
      .sort((one, other) => OUTCOME_ORDER.indexOf(one.effective) - OUTCOME_ORDER.indexOf(other.effective))
      .map(({ id, level, effective, failed, decided, first, since, lastGood, cause, finding, others }) => {
        const found = cause === undefined ? finding : `${cause} ${finding}`;
        const when = [first, since, lastGood].map((run) => names[run ?? -1] ?? 'never');
        return [
          ...texts(id, level),
          outcomeCell(effective),
          ...texts(`${failed} of ${count(decided, 'run')}`, ...when, found, others.join(', ')),
        ];
      }),
  };
}

/** What flaps most comes first. */
function matrixTable({ runs, requirements }: TargetHistory): Table {
  const moving = requirements.filter((track) => !isSteady(track)).sort((one, other) => other.turns - one.turns);
  const steady = requirements.length - moving.length;
  const more = runs.length > MAX_RUNS ? ` Terminal and markdown show the latest ${MAX_RUNS} runs.` : '';
  return {
    title: 'Requirements by run',
    columns: titled('Requirement', 'Changed', daysOf(runs)),
    runs: runs.map(({ startedAt }) => minuteOf(startedAt)),
    rows: moving.map((track) => [
      ...texts(track.id, count(track.turns, 'time')),
      { text: '', marks: outcomesOf(track) },
    ]),
    note: `${count(steady, 'other requirement')} did not change.${more} ${legendOf(moving.flatMap(outcomesOf))}`,
  };
}

/** What the signs mean, of those that are there. */
function legendOf(marks: readonly (EffectiveOutcome | null)[]): string {
  const present = OUTCOME_ORDER.filter((effective) => marks.includes(effective));
  const signs = present.map((effective) => `${LOOKS[effective].mark} ${LOOKS[effective].word}`);
  return [...signs, ...(marks.includes(null) ? ['blank: not in the report'] : [])].join(', ');
}

function changesTable({ runs }: TargetHistory): Table {
  return {
    title: 'Runs that changed something',
    columns: [...titled('When', 'Report', 'Verdict', 'Suite'), ...long('Changed')],
    ...latest(
      runs.filter(hasChanged).map((run) => {
        const { startedAt, label, verdict, suiteVersion, previousVersion } = run;
        const version = previousVersion === undefined ? suiteVersion : `${previousVersion} → ${suiteVersion}`;
        return texts(minuteOf(startedAt), label, verdict, version, changesInWords(run));
      }),
    ),
  };
}

/** Of events, the latest one first. */
function latest(rows: Table['rows']): Pick<Table, 'rows' | 'number' | 'note'> {
  const more = rows.length - MAX_EVENTS;
  return {
    rows: rows.slice(-MAX_EVENTS).reverse(),
    number: rows.length,
    ...(more > 0 && { note: `and ${count(more, 'earlier one')}; json has them all.` }),
  };
}

/** "broke a, b; fixed c" */
function changesInWords({ changes, drifts, previousVersion }: Run): string {
  const events = [...changes, ...drifts.map(({ id }) => ({ id, kind: 'drifted' }))];
  const kinds = [...groupBy(events, ({ kind }) => kind)];
  return [
    ...kinds.map(([kind, members]) => `${kind} ${members.map(({ id }) => id).join(', ')}`),
    ...(previousVersion === undefined ? [] : ['another version of the suite']),
  ].join('; ');
}

export function driftTable(runs: readonly Run[]): Table {
  return {
    title: 'Observations that drifted',
    columns: [...titled('When', 'Observation'), ...long('Before', 'After')],
    ...latest(
      runs.flatMap(({ startedAt, drifts }) =>
        drifts.map(({ id, before, after }) => [...texts(minuteOf(startedAt), id), ...changeCells(before, after)]),
      ),
    ),
  };
}

function figuresTable({ runs }: TargetHistory): Table {
  const operations = new Set(runs.flatMap(({ latencies }) => latencies.map(({ operation }) => operation)));
  const statuses = new Set(runs.flatMap(({ population = {} }) => Object.keys(population)));
  const latencyOf = (run: Run, name: string) => run.latencies.find(({ operation }) => operation === name);
  const figures: readonly (readonly [name: string, unit: string, measure: (run: Run) => number | undefined])[] = [
    ...[...operations].map((name) => [`${name}, median`, ' ms', (run: Run) => latencyOf(run, name)?.median] as const),
    ...[...operations].map((name) => [`${name}, 95%`, ' ms', (run: Run) => latencyOf(run, name)?.p95] as const),
    ...[...statuses].map((status) => [`Pets, ${status}`, '', (run: Run) => run.population?.[status]] as const),
    ['Duration', ' s', ({ durationMs }) => durationMs / 1000],
    ['Requests', '', ({ requests }) => requests],
    ['Creations', '', ({ creations }) => creations],
  ];
  const rows = figures.map(([name, unit, measure]) => {
    const series = runs.map(measure);
    const known = series.filter((value) => value !== undefined);
    const amount = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: 1 })}${unit}`;
    const range = [smallest(known), largest(known), known.at(-1) ?? 0].map(amount);
    return [...texts(name, ...range), { text: '', series }];
  });
  return { title: 'Figures over time', columns: titled('Figure', 'Least', 'Greatest', 'Latest', daysOf(runs)), rows };
}
