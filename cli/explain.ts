import { exampleText } from '../reporters/evidence.ts';
import { indent, labelled, paragraphs } from '../reporters/text.ts';
import { restrictedIn, valuesFor } from '../suites/inputs/values.ts';
import { exampleOf, type Row } from '../suites/requirements/index.ts';
import { requirementsLike } from './catalogue.ts';
import { frameworksWith } from './frameworks.ts';
import type { Invocation } from './invocation.ts';
import { pageOf, succeed } from './io.ts';

const WIDEST = 100;

/** Rows by their ids or patterns. */
export async function explain({ operands, io }: Invocation): Promise<number> {
  const { width } = pageOf(io);
  const explanations = requirementsLike(operands).map((one) => explanationOf(one, width));
  return succeed(io, explanations.join('\n'));
}

/** What is sent for it, from the tables of the suite. */
function valueLines(id: string): readonly (readonly [label: string, text: string])[] {
  const values = valuesFor(id);
  const listed = (isRare: boolean) =>
    values.filter((value) => (value.isRare === true) === isRare).map((value) => `${value.label} (${value.id})`);
  const [common, rare] = [listed(false), listed(true)];
  return [
    ...(common.length > 0 ? [['Values', `${common.join('; ')}.`] as const] : []),
    ...(rare.length > 0 ? [['--thorough', `${rare.join('; ')}.`] as const] : []),
    ...restrictedIn(values).map(([note, ids]) => ['Of these', `${note}: ${ids}.`] as const),
  ];
}

function exampleLines(id: string): readonly (readonly [label: string, text: string])[] {
  const example = exampleOf(id);
  return example === undefined ? [] : [['Example', exampleText(example)]];
}

function explanationOf(requirement: Row, width: number): string {
  const { id, level, operation, statement, section, checked, usually } = requirement;
  const frameworks = frameworksWith(id);
  const fields: readonly (readonly [label: string, text: string])[] = [
    ['Says', statement],
    ['Level', level === 'SHOULD' ? 'SHOULD, which fails the run only with --strict' : level],
    ['Operation', operation ?? 'no single one'],
    ['Document', section],
    ['Checked', checked],
    ...exampleLines(id),
    ...valueLines(id),
    ...(usually ? [['If it fails', usually] as const] : []),
    ...(frameworks ? [['Frameworks', frameworks] as const] : []),
    ['Run it', `petstore-conformance --only ${id}`],
  ];
  return page(id, fields, width);
}

function page(title: string, fields: readonly (readonly [label: string, text: string])[], width: number): string {
  return paragraphs([[title, ...indent(labelled(fields, Math.min(width, WIDEST) - 2), 2)]]);
}
