import { nearest } from '../harness/settings/nearest.ts';
import { familiesOf } from '../harness/settings/selection.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { groupBy } from '../reporters/group.ts';
import { indent, labelled, longest, pad, paragraphs } from '../reporters/text.ts';
import { allIds, areas, catalogue, type Requirement } from '../suites/catalogue.ts';
import type { Invocation } from './invocation.ts';
import { pageOf, succeed } from './io.ts';

export async function list({ flags, io }: Invocation): Promise<number> {
  return succeed(io, flags.has('json') ? `${JSON.stringify(catalogue, undefined, 2)}\n` : table());
}

function table(): string {
  const idWidth = longest(allIds) + 2;
  const operationWidth = longest(catalogue.map(({ operation }) => operation ?? '–')) + 2;
  const lineOf = ({ id, level, operation, statement }: Requirement) =>
    `  ${pad(id, idWidth)}${pad(level, 'SHOULD  '.length)}${pad(operation ?? '–', operationWidth)}${statement}`;
  const titles = new Map(areas.map(({ id, title }) => [id, title]));
  const groups = [...groupBy(catalogue, ({ area }) => area)];
  return paragraphs(groups.map(([area, members]) => [titles.get(area) ?? area, ...members.map(lineOf)]));
}

const WIDEST = 100;

/** One requirement, or a family of them, such as `auth.missing`. */
export async function explain({ operands: [id = ''], io }: Invocation): Promise<number> {
  const members = catalogue.filter((requirement) => `${requirement.id}.`.startsWith(`${id}.`));
  if (members.length > 0) return succeed(io, members.map((one) => explanationOf(one, pageOf(io).width)).join('\n'));
  const guesses = nearest(id, [...allIds, ...familiesOf(allIds)], 3);
  const advice = guesses.length > 0 ? `perhaps ${guesses.join(' or ')}` : 'see petstore-conformance list';
  throw new UsageError(`There is no requirement ${JSON.stringify(id)}: ${advice}.`);
}

function explanationOf(requirement: Requirement, width: number): string {
  const { id, level, operation, statement, section, checked, usualCause } = requirement;
  const fields: readonly (readonly [label: string, text: string])[] = [
    ['Says', statement],
    ['Level', level === 'SHOULD' ? 'SHOULD, which fails the run only with --strict' : level],
    ['Operation', operation ?? 'no single one'],
    ['Section', section],
    ['Checked', checked],
    ...(usualCause ? [['If it fails', usualCause] as const] : []),
    ['Run it', `petstore-conformance --only ${id}`],
  ];
  return paragraphs([[id, ...indent(labelled(fields, Math.min(width, WIDEST) - 2), 2)]]);
}
