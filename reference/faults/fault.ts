import type { Fault } from '../change.ts';
import { OPERATIONS } from '../combinators/requests.ts';
import type { Operation } from '../model.ts';
import { type Rows, readRows } from '../rows.ts';

/** The section of a row is `violates ID, ID`, `warns ID`, or both. */
export function faults(rows: Rows<Fault>): readonly Fault[] {
  return readRows(rows).map(({ section, ...row }) => {
    const words = section.split(/,? |,/).flatMap((id) => (id.endsWith('.*') ? onEvery(id.slice(0, -2)) : [id]));
    const warnsAt = words.includes('warns') ? words.indexOf('warns') : words.length;
    const [violates, warns] = [words.slice(1, warnsAt), words.slice(warnsAt + 1)];
    return { ...row, violates, ...(warns.length > 0 && { warns }) };
  });
}

/** Faults that do not show on every request of their kind. */
export function intermittent(rows: Rows<Fault>): readonly Fault[] {
  return faults(rows).map((fault) => ({ ...fault, intermittent: true }));
}

function onEvery(requirement: string): readonly string[] {
  return OPERATIONS.map((operation) => `${requirement}.${operation}`);
}

/** What fails where an operation needs no credential at all. */
export function openTo(operation: Operation): string {
  const own = ['missing', 'invalid-key', 'wrong-scheme'].map((requirement) => `auth.${requirement}.${operation}`);
  return [...own, 'auth.malformed', 'auth.header-only'].join(', ');
}

/** listPets -> list: the word for an operation in a name. */
export function wordFor(operation: Operation): string {
  return operation.replace(/Pets?$/, '');
}
