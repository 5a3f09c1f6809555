import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../suites/catalogue.ts';
import { changesOf } from '../../suites/diagnosis/changes.ts';
import type { Dictionary } from '../../suites/diagnosis/dictionary.ts';
import { explain, looksLike } from '../../suites/diagnosis/look-up.ts';
import type { Signature } from '../../suites/diagnosis/signature.ts';

describe('how a value changed', () => {
  test.each([
    ['  a ', 'a', 'loses white space at its ends'],
    ['ab', 'AB', 'becomes upper case'],
    ['Zoe\u0308', 'Zo\u00eb', 'is composed'],
    ['a'.repeat(90), 'a'.repeat(64), 'is cut to 64 characters'],
    ['a\0b', 'a', 'is cut to the place before {Cc}'],
    ['a <b>', 'a b', 'loses <>'],
    ['a 🐈', 'a ?', 'gets ?'],
    ['a', undefined, 'is lost'],
    ['a', null, 'becomes null'],
    [undefined, 'available', 'appears as available'],
    [2n ** 53n + 1n, 2n ** 53n, 'is rounded to a double'],
    [2n ** 32n + 7n, 7, 'keeps 32 bits'],
    [-5, 5, 'loses its sign'],
    [0, 1, 'becomes 1'],
  ] as const)('%s to %s', (before, after, change) => {
    expect(changesOf(before, after)).toContain(change);
  });
});

type Failures = Partial<Record<RequirementId, readonly string[]>>;

const signature = (failures: Failures, others: Partial<Signature> = {}): Signature => ({
  failed: new Map(Object.entries(failures).map(([id, aspects]) => [id as RequirementId, new Set(aspects)])),
  decided: new Set(['create.echo', 'create.int64', 'list.ok', 'get.found']),
  sent: new Set(['emoji', 'accents', 'quotes']),
  ...others,
});

const entry = (name: string, ...features: readonly string[]) => ({
  faults: [{ name, story: `Story of ${name}.` }],
  features: new Map(features.map((feature) => [feature, 1])),
});

const dictionary: Dictionary = [
  entry('emoji-lost', 'create.echo', 'create.echo answered 201', 'create.echo for emoji', 'create.echo gets ?'),
  entry(
    'accents-lost',
    'create.echo',
    'create.echo answered 201',
    'create.echo for accents',
    'create.echo loses marks',
  ),
  entry('emoji-refused', 'create.echo', 'create.echo answered 400', 'create.echo for emoji'),
  entry('rounded', 'create.int64', 'create.int64 answered 201', 'create.int64 is rounded'),
  entry('list-and-get', 'list.ok', 'list.ok answered 500', 'get.found', 'get.found answered 500'),
];
const namesIn = (seen: Signature, known = dictionary) =>
  looksLike(seen, known).map(({ faults }) => faults.map(({ name }) => name));
const emojiLost = ['answered 201', 'for emoji', 'gets ?'];

describe('a run is looked up', () => {
  test('and looks like the fault that shows the same', () => {
    expect(looksLike(signature({ 'create.echo': emojiLost }), dictionary)).toEqual([
      { faults: [{ name: 'emoji-lost', story: 'Story of emoji-lost.' }], score: 1, explains: ['create.echo'] },
    ]);
  });

  test('and looks like two faults where it takes two to explain it', () => {
    const both = signature({ 'create.echo': emojiLost, 'create.int64': ['answered 201', 'is rounded'] });
    expect(namesIn(both).flat().sort()).toEqual(['emoji-lost', 'rounded']);
  });

  test('also where both violate the same requirement', () => {
    const both = signature({ 'create.echo': [...emojiLost, 'for accents', 'loses marks'] });
    expect(namesIn(both).flat().sort()).toEqual(['accents-lost', 'emoji-lost']);
  });

  test('and up to three that fit equally well are named together, but no more', () => {
    const twins = (count: number) =>
      Array.from({ length: count }, (_, index) => entry(`twin-${index}`, ...(dictionary[0]?.features.keys() ?? [])));
    const seen = signature({ 'create.echo': emojiLost });
    expect(namesIn(seen, twins(3))).toEqual([['twin-0', 'twin-1', 'twin-2']]);
    expect(namesIn(seen, twins(4))).toEqual([]);
  });

  test('and nothing is named where half of what it would show was not seen', () => {
    expect(namesIn(signature({ 'list.ok': ['answered 500'] }))).toEqual([]);
  });

  test('unless the run could not show it', () => {
    const seen = signature({ 'list.ok': ['answered 500'] }, { decided: new Set(['list.ok']) });
    expect(namesIn(seen)).toEqual([['list-and-get']]);
  });

  test('and a value counts as not failing only where it was sent', () => {
    const features = ['create.echo', 'create.echo for emoji', 'create.echo for accents', 'create.echo shortened'];
    const known = [...dictionary, entry('both', ...features)];
    const seen = { 'create.echo': ['for emoji', 'shortened'] };
    const [sent] = explain(signature(seen), known);
    const [unsent] = explain(signature(seen, { sent: new Set(['emoji']) }), known);
    expect(unsent?.score).toBe(1);
    expect(sent?.score ?? 0).toBeLessThan(0.85);
  });

  test('and nothing is named for what no known fault shows', () => {
    expect(namesIn(signature({ 'create.echo': ['answered 418', 'for quotes', 'odd', 'odder'] }))).toEqual([]);
    expect(namesIn(signature({}))).toEqual([]);
  });
});
