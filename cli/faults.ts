import { UsageError } from '../harness/basics/usage-error.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { type Fault, faults } from '../reference/faults/index.ts';
import { remedyOf } from '../reference/remedies/index.ts';

export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found) return found;
  const names = faults.map((fault) => fault.name);
  const advice = guessOf(name, names, 'see serve --list-faults.');
  throw new UsageError(`There is no fault ${JSON.stringify(name)}: ${advice}`);
}

/** What an implementer wants to know about a fault that a report names. */
export function fieldsOfFault(name: string): readonly (readonly [label: string, text: string])[] {
  const { story, violates, warns = [] } = faultNamed(name);
  const { code = '', fix = '' } = remedyOf(name) ?? {};
  return [
    ['Defect', story],
    ['Reported by', [...violates, ...warns].join(', ')],
    ['Typical code', code],
    ['Fix', fix],
    ['Serve it', `petstore-conformance serve --fault ${name}`],
  ];
}
