import { groupBy } from '../harness/basics/group-by.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { familiesOf, matchesAny } from '../harness/settings/selection.ts';
import { exampleText } from '../reporters/evidence.ts';
import { indent, labelled, longest, pad, paragraphs } from '../reporters/text.ts';
import { restrictedIn, valuesFor } from '../suites/inputs/values.ts';
import { allIds, areas, catalogue, catalogueRowOf, exampleOf, type Row } from '../suites/requirements/index.ts';
import { frameworksWith } from './frameworks.ts';
import type { Invocation } from './invocation.ts';
import { pageOf, succeed } from './io.ts';

/** All of them, or those that ids, families such as `auth.missing`, or globs choose. */
export async function listCatalogue({ flags, operands, io }: Invocation): Promise<number> {
  const chosen = operands.length === 0 ? catalogue : requirementsLike(operands);
  return succeed(
    io,
    flags.has('json') ? `${JSON.stringify(chosen.map(catalogueRowOf), undefined, 2)}\n` : table(chosen),
  );
}

function table(chosen: readonly Row[]): string {
  const idWidth = longest(chosen.map(({ id }) => id)) + 2;
  const operationWidth = longest(chosen.map(({ operation }) => operation ?? '–')) + 2;
  const lineOf = ({ id, level, operation, statement }: Row) =>
    `  ${pad(id, idWidth)}${pad(level, 'SHOULD  '.length)}${pad(operation ?? '–', operationWidth)}${statement}`;
  const titles = new Map(areas.map(({ id, title }) => [id, title]));
  const groups = [...groupBy(chosen, ({ area }) => area)];
  return paragraphs(groups.map(([area, members]) => [titles.get(area) ?? area, ...members.map(lineOf)]));
}

const WIDEST = 100;

/** Rows by their ids or patterns. */
export async function explain({ operands, io }: Invocation): Promise<number> {
  const { width } = pageOf(io);
  const explanations = requirementsLike(operands).map((one) => explanationOf(one, width));
  return succeed(io, explanations.join('\n'));
}

/** In the order of the catalogue. A pattern that matches nothing is a typing mistake. */
function requirementsLike(patterns: readonly string[]): readonly Row[] {
  const isLike = (id: string, pattern: string) => matchesAny(id, [pattern, `${pattern}.*`]);
  const unmatched = patterns.find((pattern) => !allIds.some((id) => isLike(id, pattern)));
  if (unmatched === undefined) return catalogue.filter(({ id }) => patterns.some((pattern) => isLike(id, pattern)));
  const guesses = nearest(unmatched, [...allIds, ...familiesOf(allIds)], 3);
  const advice = guesses.length > 0 ? `perhaps ${guesses.join(' or ')}` : 'see petstore-conformance list';
  throw new UsageError(`There is no requirement ${JSON.stringify(unmatched)}: ${advice}.`);
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
