import { UsageError } from '../harness/basics/usage-error.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { type Fault, faults } from '../reference/faults/index.ts';

export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (found) return found;
  const names = faults.map((fault) => fault.name);
  const advice = guessOf(name, names, 'see serve --list-faults.');
  throw new UsageError(`There is no fault ${JSON.stringify(name)}: ${advice}`);
}
