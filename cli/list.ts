import { groupBy } from '../reporters/group.ts';
import { longest, pad } from '../reporters/text.ts';
import { areas, catalogue, type Requirement } from '../suites/catalogue.ts';
import { exitCodes } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';
import { print } from './io.ts';

export async function list({ flags, io }: Invocation): Promise<number> {
  await print(io.stdout, flags.has('json') ? `${JSON.stringify(catalogue, undefined, 2)}\n` : tableOf(catalogue));
  return exitCodes.conforming.code;
}

/** One line for each requirement, so that the list can be searched. */
function tableOf(requirements: readonly Requirement[]): string {
  const idWidth = longest(requirements.map(({ id }) => id)) + 2;
  const operationWidth = longest(requirements.map(({ operation }) => operation ?? '–')) + 2;
  const lineOf = ({ id, level, operation, statement }: Requirement) =>
    `  ${pad(id, idWidth)}${pad(level, 'SHOULD  '.length)}${pad(operation ?? '–', operationWidth)}${statement}`;
  const sections = [...groupBy(requirements, ({ area }) => area)].map(
    ([area, members]) => `${titleOf(area)}\n${members.map(lineOf).join('\n')}\n`,
  );
  return sections.join('\n');
}

function titleOf(area: Requirement['area']): string {
  return areas.find(({ id }) => id === area)?.title ?? area;
}
