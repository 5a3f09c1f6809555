import { groupBy } from '../harness/basics/group-by.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { nearest } from '../harness/settings/nearest.ts';
import { familiesOf, matchesAny } from '../harness/settings/selection.ts';
import { longest, pad, paragraphs } from '../reporters/text.ts';
import { allIds, areas, catalogue, catalogueRowOf, type Row } from '../suites/requirements/index.ts';
import type { Invocation } from './invocation.ts';
import { succeed } from './io.ts';

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

/** In the order of the catalogue. A pattern that matches nothing is a typing mistake. */
export function requirementsLike(patterns: readonly string[]): readonly Row[] {
  const isLike = (id: string, pattern: string) => matchesAny(id, [pattern, `${pattern}.*`]);
  const unmatched = patterns.find((pattern) => !allIds.some((id) => isLike(id, pattern)));
  if (unmatched === undefined) return catalogue.filter(({ id }) => patterns.some((pattern) => isLike(id, pattern)));
  const guesses = nearest(unmatched, [...allIds, ...familiesOf(allIds)], 3);
  const advice = guesses.length > 0 ? `perhaps ${guesses.join(' or ')}` : 'see petstore-conformance list';
  throw new UsageError(`There is no requirement ${JSON.stringify(unmatched)}: ${advice}.`);
}
