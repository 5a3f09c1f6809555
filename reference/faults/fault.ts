import type { Change, Fault } from '../change.ts';
import { OPERATIONS } from '../combinators/requests.ts';
import type { Operation } from '../model.ts';

/** What several faults have in common. `auth.missing.*` is the requirement of every operation. */
type Common = Partial<Omit<Fault, 'name' | 'story' | 'change'>>;

export function faults(common: Common, own: readonly (Change & Pick<Fault, 'story'> & Common)[]): readonly Fault[] {
  const violates = (common.violates ?? []).flatMap((id) => (id.endsWith('.*') ? onEvery(id.slice(0, -2)) : [id]));
  return own.map((fault) => ({ ...common, violates, ...fault }));
}

function onEvery(requirement: string): readonly string[] {
  return OPERATIONS.map((operation) => `${requirement}.${operation}`);
}

/** What fails where an operation needs no credential at all. */
export function openTo(operation: Operation): readonly string[] {
  const own = ['missing', 'invalid-key', 'wrong-scheme'].map((requirement) => `auth.${requirement}.${operation}`);
  return [...own, 'auth.malformed', 'auth.header-only'];
}

/** listPets -> list: the word for an operation in a name. */
export function wordFor(operation: Operation): string {
  return operation.replace(/Pets?$/, '');
}
