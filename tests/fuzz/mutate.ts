import fc from 'fast-check';

/** One change of a JSON value: at the n-th of all its places, counted modulo their number. */
interface Change {
  readonly place: number;
  readonly kind: 'replace' | 'delete' | 'add' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

/** One change of a text, byte by byte. */
interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const ODD_TEXTS = [
  '',
  ' ',
  '*',
  '**?**',
  '-',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '\u0000',
  '\u001b[2J',
  '\ud800',
  '\u202e',
  '::error::x',
  '##[error]x',
  '__proto__',
  'constructor',
  'list.ok',
  'list.*',
  '2026-02-30',
  '2999-12-31',
  '9999-12-31T23:59:60Z',
  '0000-01-01T00:00:00+23:59',
  'a,b,,c',
  '99999999999:9',
  '[]',
  '{}',
  "'; touch x; '",
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  [''],
  ['list.*', '*'],
  { a: 1 },
  nested(300),
];

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

/** Values that no writer of ours would write, among them the given texts: addresses and file names to try. */
export function oddValue(lures: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
    { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 4, arbitrary: fc.constantFrom(...lures) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.double() },
  );
}

export function oddText(lures: readonly string[]): fc.Arbitrary<string> {
  return oddValue(lures).map((value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
}

/** The text of a JSON value with a few changes, in its structure or in its characters. */
export function mutatedJson(value: unknown, lures: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    place: fc.nat(),
    kind: fc.constantFrom<Change['kind']>('replace', 'replace', 'replace', 'delete', 'add', 'repeat'),
    name: fc.constantFrom('ledger', 'baseUrl', 'apiKey', 'readOnly', 'reporters', '__proto__', 'toString', '\u001b'),
    value: oddValue(lures),
  });
  const structure = fc
    .array(change, { minLength: 1, maxLength: 4 })
    .map((changes) => JSON.stringify(changes.reduce(changed, structuredClone(value))) ?? '');
  return fc.oneof({ weight: 5, arbitrary: structure }, { weight: 1, arbitrary: mutatedText(JSON.stringify(value)) });
}

export function mutatedText(text: string): fc.Arbitrary<string> {
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.nat(text.length),
    remove: fc.oneof(fc.nat(3), fc.nat(text.length)),
    insert: fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 5 })),
  });
  const edited = (result: string, { at, remove, insert }: Edit) =>
    result.slice(0, at) + insert + result.slice(at + remove);
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => edits.reduce(edited, text));
}

type Holder = Record<string, unknown>;

function changed(root: unknown, { place, kind, name, value: given }: Change): unknown {
  const value = structuredClone(given);
  const places = placesIn(root);
  const [holder, key] = places[place % places.length] ?? [];
  if (holder === undefined || key === undefined) return value;
  const old = holder[key];
  if (kind === 'replace') holder[key] = value;
  else if (kind === 'delete') delete holder[key];
  else if (kind === 'add') define(isHolder(old) ? old : holder, name, value);
  else if (Array.isArray(old)) old.push(...structuredClone(old));
  return root;
}

/** Also `__proto__`, as JSON.parse would. */
function define(holder: Holder, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(value: unknown): readonly (readonly [holder: Holder, key: string])[] {
  if (!isHolder(value)) return [];
  return Object.keys(value).flatMap((key) => [[value, key] as const, ...placesIn(value[key])]);
}

function isHolder(value: unknown): value is Holder {
  // What was put in is deep on purpose, and no place to look into.
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 1);
}
