/** A body that is JSON, or nothing at all, but not an object. A conforming server refuses it with 400. */
export interface NonObjectBody {
  readonly label: string;
  readonly write: (name: string, categoryId: bigint) => string;
}

/** Deeper than the recursion limit of the usual parsers, and still only a few kilobytes. */
const DEPTH = 2000;

const pet = (name: string, categoryId: bigint) => `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`;

export const nonObjectBodies: readonly NonObjectBody[] = [
  { label: 'empty body', write: () => '' },
  { label: 'blank body', write: () => '  ' },
  { label: 'null', write: () => 'null' },
  { label: 'number', write: () => '42' },
  { label: 'text', write: (name) => JSON.stringify(name) },
  { label: 'pet as text', write: (name, categoryId) => JSON.stringify(pet(name, categoryId)) },
  { label: 'list of one pet', write: (name, categoryId) => `[${pet(name, categoryId)}]` },
  { label: 'lists nested 2,000 deep', write: () => '['.repeat(DEPTH) + ']'.repeat(DEPTH) },
];
