import { formsOf } from './document/index.ts';
import { type Document, long, minuteOf, outcomeCell, type Table, texts, titled } from './document/model.ts';
import { driftTable } from './history/index.ts';
import { type Entrant, outcomesOf, rowsOf, runsOf, type Seen, summaryOf, tracksOf } from './history/model.ts';
import { count } from './text.ts';

export type { Entrant };

export type Comparison = ReturnType<typeof compareAll>;
type Compared = Comparison['requirements'][number];

export const comparisonForms = formsOf<Comparison>(documentOf);

/** The history of some reports in the order given: one service over time, or several targets side by side. */
export function compareAll(entrants: readonly Entrant[]) {
  const summaries = entrants.map(summaryOf);
  const targets = new Set(summaries.map(({ figures }) => figures.baseUrl));
  const rows = new Map(entrants.flatMap(({ report }) => rowsOf(report).map((row) => [row.id, row])));
  const requirements = tracksOf([...rows.values()], summaries).map(({ spans, turns, failed, decided, ...track }) => {
    const seen = summaries.map(({ results }) => results.get(track.id));
    return { ...track, outcomes: outcomesOf({ spans }), change: changeOf(seen[0], seen.at(-1), seen) };
  });
  // Two reports are before and after, also where the service has moved.
  const hasOrder = targets.size === 1 || entrants.length === 2;
  const having = (wanted: (typeof CHANGES)[number]) =>
    hasOrder ? requirements.filter(({ change }) => change === wanted).map(({ id }) => id) : [];
  return {
    kind: hasOrder ? ('comparison' as const) : ('scoreboard' as const),
    runs: runsOf(summaries),
    requirements,
    /** What did not fail in the first report and fails in the last one; it has no meaning between many targets. */
    regressed: having('regressed'),
    /** By a partial run, by another version of the suite, or because the target was not tested at all. */
    noLongerChecked: having('no longer checked'),
  };
}

const CHANGES = [
  'regressed',
  'regressed, but waived',
  'fixed',
  'newly checked',
  'no longer checked',
  'varied',
  'still fails',
  'same',
] as const;

/** From the first report to the last. A failure that is known from a baseline may still be new to the first report. */
function changeOf(was: Seen | undefined, is: Seen | undefined, all: readonly (Seen | undefined)[]) {
  const isChecked = (seen: Seen | undefined) => seen?.state === 'pass' || seen?.state === 'violated';
  // What was skipped, inconclusive or absent before was not known to fail.
  if (was?.state !== 'violated' && is?.state === 'violated')
    return is.effective === 'waived' ? 'regressed, but waived' : 'regressed';
  if (isChecked(was) !== isChecked(is)) return isChecked(is) ? 'newly checked' : 'no longer checked';
  if (was?.state === 'violated' && is?.state === 'pass') return 'fixed';
  if (new Set(all.map((seen) => seen?.effective)).size > 1) return 'varied';
  return is?.state === 'violated' ? 'still fails' : 'same';
}

function documentOf({ kind, runs, requirements, regressed }: Comparison): Document {
  const isOne = kind === 'comparison';
  const names = isOne && runs.length === 2 ? ['Before', 'After'] : runs.map((_, index) => String(index + 1));
  const having = (change: Compared['change']) => requirements.filter((row) => row.change === change);
  const isSame = ({ outcomes }: Compared) => new Set(outcomes).size === 1;
  const isFailing = ({ outcomes: [first] }: Compared) => first === 'fail' || first === 'warn';
  const differing = CHANGES.flatMap(having).filter((row) => !isSame(row));
  const agreeing = requirements.filter(isSame);
  const failing = isOne ? having('still fails') : agreeing.filter(isFailing);
  const table = (title: string, rows: readonly Compared[]): Table => ({
    title,
    columns: [...titled('Requirement', 'Level', ...names), ...(isOne ? long('Change', 'Found') : [])],
    rows: rows.map(({ id, level, change, outcomes, failing: found }) => [
      ...texts(id, level),
      ...outcomes.map(outcomeCell),
      ...(isOne ? texts(change, found?.finding ?? '') : []),
    ]),
  });
  const numbers = (['fixed', 'no longer checked'] as const).map((change) => [having(change).length, change] as const);
  const also = numbers.map(([number, change]) => (number === 0 ? '' : `, ${number} ${change}`)).join('');
  const of = `${count(requirements.length, 'requirement')}`;
  return {
    effective: isOne ? (regressed.length > 0 ? 'fail' : 'pass') : 'observed',
    title: isOne ? `${regressed.length || 'Nothing'} regressed${also}` : `${count(runs.length, 'target')} side by side`,
    sentence: isOne
      ? `${whoseRuns(runs)}: ${differing.length} of ${of} changed, ${agreeing.length} did not. See history for every run.`
      : `They differ in ${differing.length} of ${of} and agree in ${agreeing.length}.`,
    tables: [
      table(isOne ? 'What changed' : 'What differs', differing),
      table(isOne ? 'Still failing' : 'Failing everywhere', failing),
      ...(isOne ? [driftTable(runs)] : []),
      runTable(names, requirements, runs),
    ],
  };
}

/** "2 runs of http://…", or the same service at two addresses. */
function whoseRuns(runs: Comparison['runs']): string {
  const [first, ...others] = new Set(runs.map(({ baseUrl }) => baseUrl));
  return others.length === 0
    ? `${count(runs.length, 'run')} of ${first}`
    : `The same service at two addresses, first ${first}, then ${others.join(', ')}`;
}

/** Whether a requirement was checked at all, whatever came of it. */
const isChecked = (outcome: Compared['outcomes'][number] | undefined) =>
  outcome !== null && outcome !== undefined && outcome !== 'skipped';

function runTable(names: readonly string[], rows: readonly Compared[], runs: Comparison['runs']): Table {
  const share = (wanted: Compared['level'], run: number) => {
    const outcomes = rows.filter(({ level }) => level === wanted).map((row) => row.outcomes[run]);
    const passed = outcomes.filter((outcome) => outcome === 'pass').length;
    return `${passed} of ${outcomes.filter(isChecked).length}`;
  };
  return {
    title: 'Reports',
    columns: titled('Report', 'MUST passed', 'SHOULD passed', 'Verdict', 'When', 'File', 'Target'),
    rows: runs.map(({ verdict, basis, startedAt, label, baseUrl }, index) => {
      const on = basis ? ` (${basis.checked} of ${basis.total})` : '';
      const shares = [share('MUST', index), share('SHOULD', index)];
      return texts(names[index] ?? '', ...shares, `${verdict}${on}`, minuteOf(startedAt), label, baseUrl);
    }),
  };
}
