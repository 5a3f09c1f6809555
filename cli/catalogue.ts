import { nearest } from '../harness/settings/nearest.ts';
import { familiesOf } from '../harness/settings/selection.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { groupBy } from '../reporters/group.ts';
import { indent, labelled, longest, pad, paragraphs } from '../reporters/text.ts';
import { areas, catalogue, type Requirement } from '../suites/catalogue.ts';
import type { Invocation } from './invocation.ts';
import { succeed, widthOf } from './io.ts';

export async function list({ flags, io }: Invocation): Promise<number> {
  return succeed(io, flags.has('json') ? `${JSON.stringify(catalogue, undefined, 2)}\n` : tableOf(catalogue));
}

function tableOf(requirements: readonly Requirement[]): string {
  const idWidth = longest(requirements.map(({ id }) => id)) + 2;
  const operationWidth = longest(requirements.map(({ operation }) => operation ?? '–')) + 2;
  const lineOf = ({ id, level, operation, statement }: Requirement) =>
    `  ${pad(id, idWidth)}${pad(level, 'SHOULD  '.length)}${pad(operation ?? '–', operationWidth)}${statement}`;
  const titles = new Map(areas.map(({ id, title }) => [id, title]));
  const blocks = [...groupBy(requirements, ({ area }) => area)].map(
    ([area, members]) => `${titles.get(area)}\n${members.map(lineOf).join('\n')}\n`,
  );
  return blocks.join('\n');
}

const LABEL_WIDTH = 13;
const WIDEST = 100;

const LEVEL_MEANING = {
  MUST: 'MUST: a violation fails the run',
  SHOULD: 'SHOULD: a violation is a warning, and fails the run only with --strict',
  INFO: 'INFO: what the server does is recorded and never checked',
} as const;

export async function explain({ operands: [id], io }: Invocation): Promise<number> {
  if (id === undefined) throw new UsageError('explain needs an identifier: choose one from petstore-conformance list.');
  const width = Math.min(widthOf(io.stdout), WIDEST);
  const members = membersOf(id);
  const together = members.length > 1 ? [`Run them all with petstore-conformance --only '${id}.*'\n`] : [];
  const explanations = members.map((requirement) => explanationOf(requirement, width));
  return succeed(io, [...explanations, ...together].join('\n'));
}

function membersOf(id: string): readonly Requirement[] {
  const exact = catalogue.filter((requirement) => requirement.id === id);
  const members = exact.length > 0 ? exact : catalogue.filter((requirement) => requirement.id.startsWith(`${id}.`));
  if (members.length > 0) return members;
  const ids = catalogue.map((requirement) => requirement.id);
  const guesses = nearest(id, [...ids, ...familiesOf(ids)], 3);
  const advice = guesses.length > 0 ? `perhaps ${guesses.join(' or ')}` : 'see petstore-conformance list';
  throw new UsageError(`There is no requirement ${JSON.stringify(id)}: ${advice}.`);
}

function explanationOf(requirement: Requirement, width: number): string {
  const { id, level, operation, statement, section, checked, usualCause } = requirement;
  const fields: readonly (readonly [label: string, text: string])[] = [
    ['Says', statement],
    ['Level', LEVEL_MEANING[level]],
    ['Operation', operation ?? 'no single one'],
    ['Section', section],
    ['Checked', checked],
    [level === 'INFO' ? 'It shows' : 'If it fails', usualCause],
    ['Run it', `petstore-conformance --only ${id}`],
  ];
  return paragraphs([[id, ...indent(labelled(fields, width - 2, LABEL_WIDTH), 2)]]);
}
