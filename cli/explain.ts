import { nearest } from '../harness/settings/nearest.ts';
import { familiesOf } from '../harness/settings/selection.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { beside, indent, wrap } from '../reporters/text.ts';
import { catalogue, type Requirement } from '../suites/catalogue.ts';
import { exitCodes } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';
import { print } from './io.ts';
import { widthOf } from './terminal-traits.ts';

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
  await print(io.stdout, [...explanations, ...together].join('\n'));
  return exitCodes.conforming.code;
}

/** The requirement of that name, or every member of the family of that name. */
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
    [level === 'INFO' ? 'It tells' : 'If it fails', usualCause],
    ['Run it', `petstore-conformance --only ${id}`],
  ];
  const lines = fields.flatMap(([label, text]) => beside(label, LABEL_WIDTH, wrap(text, width - LABEL_WIDTH - 2)));
  return `${[id, ...indent(lines, 2)].join('\n')}\n`;
}
