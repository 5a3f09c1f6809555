import { groupBy } from '../harness/basics/group-by.ts';
import { type ReportRow, rowOf } from '../harness/model/report.ts';
import { codeSpan, markdownText } from './markdown-text.ts';

type Coverage = ReturnType<typeof coverageOf>;

/** A value that is sent for a requirement. */
interface CoveredValue {
  readonly id: string;
  readonly label: string;
  /** Sent only by a thorough run. */
  readonly isRare?: true;
  /** Where, or how often, it is sent, if not in every such run. */
  readonly note?: string;
}

/** What a statement of the specification is, and why no run can check it. */
interface Unchecked {
  readonly section: string;
  readonly what: string;
  readonly why: string;
}

/** The requirements of the catalogue, with how each is decided from outside, and the values that are sent for it. */
export function coverageOf(
  unchecked: readonly Unchecked[],
  rows: readonly (ReportRow & { readonly checked: string })[],
  valuesFor: (requirement: string) => readonly CoveredValue[],
) {
  return {
    kind: 'coverage' as const,
    requirements: rows.map((row) => ({ ...rowOf(row), checked: row.checked, values: valuesFor(row.id) })),
    unchecked,
  };
}

/** One table of how each requirement is checked, and one of the values that are sent for it. */
export function renderCoverage({ requirements, unchecked }: Coverage): string {
  const numberAt = (level: string) => requirements.filter((requirement) => requirement.level === level).length;
  const numbers = `${numberAt('MUST')} MUST, ${numberAt('SHOULD')} SHOULD and ${numberAt('INFO')} observations (INFO)`;
  const statements = [
    ...requirements.map(({ id, level, section, checked }) => [
      codeSpan(id),
      ...[level, section, checked].map(markdownText),
    ]),
    ...unchecked.map(({ section, what, why }) => [what, 'not checked', section, why].map(markdownText)),
  ];
  const values = requirements.flatMap(valueRows);
  const blocks = [
    '## Coverage of the specification',
    markdownText(`${numbers}, then ${unchecked.length} statements that cannot be checked from outside.`),
    `### Statements (${statements.length})`,
    tableOf(['Requirement', 'Level', 'Section', 'Checked how'], statements),
    `### Values (${values.length})`,
    tableOf(['Requirement', 'Sent', 'Values, each with its id'], values),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [columns, columns.map(() => '---'), ...rows].map(lineOf).join('\n');
}

function valueRows({ id, values }: Coverage['requirements'][number]): readonly (readonly string[])[] {
  const common = values.filter(({ isRare }) => !isRare);
  const rare = values.filter(({ isRare }) => isRare);
  const labelsOf = (some: readonly CoveredValue[]) => some.map((value) => `${value.label} (${value.id})`).join('; ');
  const rows = [['in every run', labelsOf(common)], ['with --thorough', labelsOf(rare)], ...restrictedIn(values)];
  return rows
    .filter(([, list]) => list !== '')
    .map(([when = '', list = '']) => [codeSpan(id), markdownText(when), markdownText(list)]);
}

/** The ids of values that are not sent in every such run, by where or how often they are. */
export function restrictedIn(values: readonly CoveredValue[]): readonly (readonly [note: string, ids: string])[] {
  const restricted = values.flatMap(({ id, note }) => (note ? [{ id, note }] : []));
  return [...groupBy(restricted, ({ note }) => note)].map(([note, own]) => [
    `only ${note}`,
    own.map(({ id }) => id).join(', '),
  ]);
}
