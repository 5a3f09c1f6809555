import { describe, expect, test } from 'vitest';
import { recordOf } from '../../../harness/http/reply.ts';
import { type Invariant, type Known, Watch } from '../../../harness/run/invariants.ts';
import { Population } from '../../../harness/run/population.ts';
import { replyOf } from '../replies.ts';

const known: Known = {
  population: new Population({ mark: 'mark', categories: [], readOnly: false }),
  windowMs: 100,
};

/** Lists are empty. */
const emptyLists: Invariant = {
  requirement: 'list.empty',
  appliesTo: ({ operation }) => operation === 'listPets',
  breachOf: ({ text }) => (text === '[]' ? undefined : { expected: '[]', actual: text }),
};

const empty = (number: number) => replyOf({ number, body: '[]' });
const full = (number: number) => replyOf({ number, body: '[1]' });
const fetched = (number: number) => replyOf({ number, operation: 'getPet', body: '{}' });

describe('a watch', () => {
  test('counts the exchanges that a rule applies to, and keeps those that break it', () => {
    const watch = new Watch([emptyLists], known);
    const bad = full(2);
    for (const reply of [empty(1), bad, fetched(3), empty(4)]) watch.see(reply);
    const { applied, sightings } = watch.tallyOf('list.empty');
    expect(applied).toBe(3);
    expect(sightings).toEqual([
      { invariant: emptyLists, reply: recordOf(bad), breach: { expected: '[]', actual: '[1]' } },
    ]);
    expect(bad.body.proves).toBe(true);
  });

  test('has seen nothing where nothing came, or where nobody watches', () => {
    const watch = new Watch([emptyLists], known);
    expect(watch.tallyOf('list.empty')).toEqual({ applied: 0, sightings: [] });
    watch.see(full(1));
    expect(watch.tallyOf('another')).toEqual({ applied: 0, sightings: [] });
  });

  test('orders what it saw by when the requests were sent, not when they were answered', () => {
    const watch = new Watch([emptyLists], known);
    for (const number of [9, 2, 5]) watch.see(full(number));
    const numbers = watch.tallyOf('list.empty').sightings.map(({ reply }) => reply.exchange.number);
    expect(numbers).toEqual([2, 5, 9]);
  });

  test('adds up several rules of one requirement', () => {
    const fetches: Invariant = { ...emptyLists, appliesTo: ({ operation }) => operation === 'getPet' };
    const watch = new Watch([emptyLists, fetches], known);
    for (const reply of [empty(1), fetched(2)]) watch.see(reply);
    expect(watch.tallyOf('list.empty').applied).toBe(2);
    expect(watch.tallyOf('list.empty').sightings.map(({ invariant }) => invariant)).toEqual([fetches]);
  });

  test('lets every rule see an exchange, whatever the others say of it', () => {
    const other: Invariant = { ...emptyLists, requirement: 'other' };
    const watch = new Watch([emptyLists, other], known);
    watch.see(full(1));
    expect(['list.empty', 'other'].map((id) => watch.tallyOf(id).sightings.length)).toEqual([1, 1]);
  });

  test('gives each rule what is known at that moment', () => {
    const seen: Known[] = [];
    const nosy: Invariant = {
      ...emptyLists,
      appliesTo: (_reply, at) => seen.push(at) > 0,
      breachOf: (_reply, at) => {
        seen.push(at);
        return undefined;
      },
    };
    new Watch([nosy], known).see(empty(1));
    expect(seen).toEqual([known, known]);
  });
});

test('a request breaks the rule again only where the rule applies and does not hold', () => {
  const watch = new Watch([emptyLists], known);
  watch.see(full(1));
  const [sighting] = watch.tallyOf('list.empty').sightings;
  if (!sighting) throw new Error('Nothing was seen.');
  expect([full(2), empty(3), fetched(4)].map((reply) => watch.isBrokenBy(sighting, reply))).toEqual([
    true,
    false,
    false,
  ]);
});
