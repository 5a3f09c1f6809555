import { rowOf } from '../harness/model/report.ts';
import { codeSpan, markdownText } from '../reporters/markdown-text.ts';
import { restrictedIn, valuesFor } from '../suites/inputs/values.ts';
import { catalogue } from '../suites/requirements/index.ts';
import { uncheckedStatements } from '../suites/requirements/places.ts';

/** One table of how each requirement is checked, and one of the values that are sent for it. */
export function coveragePage(): string {
  const unchecked = uncheckedStatements();
  const numberAt = (level: string) => catalogue.filter((row) => row.level === level).length;
  const numbers = `${numberAt('MUST')} MUST, ${numberAt('SHOULD')} SHOULD and ${numberAt('INFO')} observations (INFO)`;
  const statements = [
    ...catalogue.map((row) => {
      const { id, level, section } = rowOf(row);
      return [codeSpan(id), ...[level, section, row.checked].map(markdownText)];
    }),
    ...unchecked.map(({ section, what, why }) => [what, 'not checked', section, why].map(markdownText)),
  ];
  const values = catalogue.flatMap(({ id }) => valueRows(id));
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

function valueRows(requirement: string): readonly (readonly string[])[] {
  const values = valuesFor(requirement);
  const labelsOf = (isRare: boolean) =>
    values
      .filter((value) => (value.isRare === true) === isRare)
      .map(({ label, id }) => `${label} (${id})`)
      .join('; ');
  const rows = [['in every run', labelsOf(false)], ['with --thorough', labelsOf(true)], ...restrictedIn(values)];
  return rows
    .filter(([, list]) => list !== '')
    .map(([when = '', list = '']) => [codeSpan(requirement), markdownText(when), markdownText(list)]);
}
