import { type Document, minuteOf, outcomeCell, type Table, texts, titled } from '../document/index.ts';
import { OUTCOME_ORDER } from '../effective-outcome.ts';
import { groupBy } from '../group.ts';
import { count } from '../text.ts';
import { amountOf, figuresOf, rangeOf } from './figures.ts';
import { type History, hasChanged, isFlapping, isSteady, type Run, type TargetHistory, type Track } from './model.ts';

const MOST_MARKS = 60;
/** Of events; json and html have them all. */
const MOST_ROWS = 20;

export function headlineOf({ targets }: History): Pick<Document, 'title' | 'effective' | 'sentence'> {
  const tracks = targets.flatMap(({ requirements }) => requirements);
  const failing = tracks.flatMap((track) => track.failing?.effective ?? []);
  const violations = failing.filter((effective) => effective === 'fail' || effective === 'unsteady').length;
  const warnings = failing.filter((effective) => effective === 'warn').length;
  const excused = failing.length - violations - warnings;
  const runs = targets.flatMap((target) => target.runs);
  const days = runs.map(({ startedAt }) => startedAt.slice(0, 10)).sort();
  const whose = targets.length === 1 ? targets[0]?.baseUrl : count(targets.length, 'target');
  const verb = violations === 1 ? 'requirement fails now' : 'requirements fail now';
  return {
    title: [
      violations === 0 ? 'Nothing fails now' : `${violations} ${verb}`,
      ...(warnings > 0 ? [count(warnings, 'warning')] : []),
      ...(excused > 0 ? [`${excused} excused`] : []),
    ].join(', '),
    effective: violations > 0 ? 'fail' : warnings > 0 ? 'warn' : 'pass',
    sentence: `${count(runs.length, 'run')} of ${whose}, ${days[0]} to ${days.at(-1)}.`,
  };
}

export function documentOf(history: History): Document {
  const { targets, leftOut } = history;
  const tables = targets.flatMap((target) => {
    const suffix = targets.length === 1 ? '' : `: ${target.baseUrl}`;
    return [
      failingTable(target),
      flappingTable(target),
      matrixTable(target),
      latest(changesTable(target)),
      latest(driftTable(target)),
      figuresTable(target),
    ].map((table) => ({ ...table, title: `${table.title}${suffix}` }));
  });
  return { ...headlineOf(history), tables: [...tables, leftOutTable(leftOut)] };
}

export function leftOutTable(leftOut: History['leftOut']): Table {
  return {
    title: 'Files left out',
    columns: [...titled('File'), { title: 'Why', isLong: true }],
    rows: leftOut.map(({ label, why }) => texts(label, why)),
  };
}

export function failingTable({ runs, requirements }: TargetHistory): Table {
  const names = runs.map(({ startedAt, label }) => `${minuteOf(startedAt)} ${label}`);
  const failing = requirements.flatMap((track) => (track.failing ? [{ ...track, ...track.failing }] : []));
  return {
    title: 'Failing now',
    columns: [
      ...titled('Requirement', 'Level', 'Now', 'Failed'),
      ...titled('Since', 'Last good run').map((column) => ({ ...column, isLong: true, isProse: true })),
      { title: 'Found', isLong: true },
    ],
    rows: failing
      .sort((one, other) => OUTCOME_ORDER.indexOf(one.effective) - OUTCOME_ORDER.indexOf(other.effective))
      .map(({ id, level, effective, failed, decided, since, lastGood, finding }) => [
        ...texts(id, level),
        outcomeCell(effective),
        ...texts(`${failed} of ${decided} runs`, names[since] ?? '', names[lastGood ?? -1] ?? 'never', finding),
      ]),
  };
}

export function flappingTable({ requirements }: TargetHistory): Table {
  return {
    title: 'Flapping',
    columns: titled('Requirement', 'Level', 'Now', 'Changed', 'Failed'),
    rows: requirements
      .filter(isFlapping)
      .sort((one, other) => other.turns - one.turns)
      .map(({ id, level, turns, failed, decided, spans }) => [
        ...texts(id, level),
        outcomeCell(spans.at(-1)?.effective ?? null),
        ...texts(count(turns, 'time'), `${failed} of ${decided} runs`),
      ]),
  };
}

function matrixTable({ runs, requirements }: TargetHistory): Table {
  const moving = requirements.filter((track) => !isSteady(track));
  const shown = Math.min(runs.length, MOST_MARKS);
  const changes = runs.slice(-shown).map((run) => (hasChanged(run) ? '▾' : '·'));
  const marksOf = ({ spans }: Track) =>
    spans.flatMap(({ effective, runs }) => Array.from({ length: runs }, () => effective));
  const steady = requirements.length - moving.length;
  return {
    title: 'Requirements by run',
    columns: titled('Requirement', shown === runs.length ? 'Runs' : `The latest ${shown} of ${runs.length} runs`),
    rows: [
      ...(moving.length === 0 ? [] : [texts('something changed', changes.join(''))]),
      ...moving.map((track) => [{ text: track.id }, { text: '', marks: marksOf(track).slice(-shown) }]),
    ],
    number: moving.length,
    ...(steady > 0 && { note: `${count(steady, 'other requirement')} did not change.` }),
  };
}

export function changesTable({ runs }: TargetHistory): Table {
  return {
    title: 'Runs that changed something',
    columns: [...titled('When', 'Report', 'Verdict', 'Suite'), { title: 'Changed', isLong: true, isProse: true }],
    rows: runs
      .filter(hasChanged)
      .toReversed()
      .map((run) => {
        const { startedAt, label, verdict, suiteVersion, previousVersion } = run;
        const version = previousVersion === undefined ? suiteVersion : `${previousVersion} → ${suiteVersion}`;
        return texts(minuteOf(startedAt), label, verdict, version, changesInWords(run));
      }),
  };
}

export function driftTable({ runs }: TargetHistory): Table {
  return {
    title: 'Observations that drifted',
    columns: [...titled('When', 'Observation'), { title: 'Before', isLong: true }, { title: 'After', isLong: true }],
    rows: runs
      .flatMap(({ startedAt, drifts }) => drifts.map((drift) => ({ ...drift, when: minuteOf(startedAt) })))
      .map(({ when, id, before, after }) => texts(when, id, before, after))
      .reverse(),
  };
}

function figuresTable(target: TargetHistory): Table {
  return {
    title: 'Figures over time',
    columns: titled('Figure', 'Least', 'Greatest', 'Latest', ''),
    rows: figuresOf(target).flatMap(({ title, unit, series }) =>
      series.map((one) => {
        const { least, greatest, last } = rangeOf(one);
        const name = one.name === '' ? title : `${title}, ${one.name}`;
        return texts(name, ...[least, greatest, last].map((value) => amountOf(value, unit)), sparkline(one.values));
      }),
    ),
  };
}

const BARS = '▁▂▃▄▅▆▇█';

/** Starts at zero, so that small changes look small. */
function sparkline(values: readonly (number | undefined)[]): string {
  const shown = values.slice(-MOST_MARKS);
  const greatest = shown.reduce<number>((most, value) => Math.max(most, value ?? 0), Number.MIN_VALUE);
  const barOf = (value: number) => BARS[Math.min(BARS.length - 1, Math.floor((value / greatest) * BARS.length))];
  return shown.map((value) => (value === undefined ? '·' : barOf(value))).join('');
}

function latest(table: Table): Table {
  const more = table.rows.length - MOST_ROWS;
  if (more <= 0) return table;
  return {
    ...table,
    number: table.rows.length,
    rows: table.rows.slice(0, MOST_ROWS),
    note: `and ${count(more, 'earlier one')}; json and html have them all.`,
  };
}

/** "broke a, b; fixed c" */
export function changesInWords({ changes, drifts, previousVersion }: Run): string {
  const events = [...changes, ...drifts.map(({ id }) => ({ id, kind: 'drifted' }))];
  const kinds = [...groupBy(events, ({ kind }) => kind)];
  return [
    ...kinds.map(([kind, members]) => `${kind} ${members.map(({ id }) => id).join(', ')}`),
    ...(previousVersion === undefined ? [] : ['another version of the suite']),
  ].join('; ');
}
