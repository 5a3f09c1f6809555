import type { Alteration, Fault } from '../change.ts';
import { all, forSome } from '../combinators/compose.ts';
import { crash } from '../combinators/failures.ts';
import { defaultLimit, limit, limitQuery, list, pageSize } from '../combinators/list.ts';
import { isFilteredList, isPlainList } from '../combinators/requests.ts';
import { neverAnswered } from '../combinators/silence.ts';
import { instead } from '../combinators/values.ts';
import type { Json } from '../json/value.ts';
import { refusal } from '../refusal.ts';
import { faults } from './fault.ts';

const EVERYTHING = Number.POSITIVE_INFINITY;

const plain = (alteration: Alteration) => forSome(isPlainList)(alteration);
/** On plain lists, a limit of this spelling is read in this way. */
const reads = (spelling: RegExp, read: (text: string) => number) => plain(limit(spelling, read));
/** On plain lists, pages are as long as another limit would make them. */
const sized = (actual: (limit: number) => number) => plain(pageSize(actual));
const largeStore = (alteration: Alteration) => forSome(({ stored }) => stored > 100)(plain(alteration));

const refuse = (): never => {
  throw refusal('invalidLimit');
};
const everything = () => EVERYTHING;
const upTo = (step: number) => (size: number) => (size > 20 ? Math.ceil(size / step) * step : size);
/** Limits that so many bits cannot keep lose the bits above, and nobody checks what is left. */
const foldedAt = (bits: number) => {
  const isBeyond = (text: string) => /^\d{1,20}$/.test(text) && BigInt(text) >= 2n ** BigInt(bits);
  return plain(limit({ test: isBeyond }, (text) => Number(BigInt.asUintN(bits, BigInt(text)))));
};
/** A limit of this spelling gets 200 with something that is not a list. */
const answersWith = (spelling: RegExp, content: Json) =>
  all(
    limit(spelling, () => 0),
    list((_pets, view) => (view.limit === 0 ? content : undefined)),
  );

/** Limits within the documented range. */
export const listLimitFaults: readonly Fault[] = [
  ...faults({ violates: ['list.limit.default'] }, [
    {
      name: 'default-twenty-one',
      story: 'One pet more is read to see if there are more, and shown.',
      change: plain(defaultLimit(21)),
    },
    {
      name: 'default-lost-in-large-stores',
      story: 'Beyond a hundred pets another query runs, and that one has no default.',
      change: largeStore(defaultLimit(100)),
      pets: 101,
    },
  ]),
  ...faults({ violates: ['list.limit.default', 'list.status.with-limit'] }, [
    {
      name: 'default-ten',
      story: 'The default of the framework, 10, was never replaced by the documented one.',
      also: ['list.status.complete', 'list.complete', 'deprecation.replacement', 'history.agrees'],
      change: defaultLimit(10),
    },
  ]),
  ...faults({ violates: ['list.limit.minimum'] }, [
    {
      name: 'limit-one-refused',
      story: 'The minimum is taken to be exclusive.',
      also: ['errors.documented-status'],
      change: reads(/^1$/, refuse),
    },
    {
      name: 'limit-one-gives-two',
      story: 'A loop runs once more for the smallest page.',
      change: sized(instead(1, 2)),
    },
    {
      name: 'limit-one-gives-none',
      story: 'The last pet of a page is left out where it is the only one.',
      also: ['list.complete', 'history.agrees'],
      change: sized(instead(1, 0)),
    },
  ]),
  ...faults({ violates: ['list.limit.maximum'] }, [
    {
      name: 'limit-hundred-refused',
      story: 'The maximum is taken to be exclusive.',
      also: ['errors.documented-status'],
      change: reads(/^100$/, refuse),
    },
    {
      name: 'limit-hundred-gives-ninety-nine',
      story: 'The largest page is one too short.',
      also: ['list.complete', 'history.agrees'],
      change: sized(instead(100, 99)),
    },
    {
      name: 'limit-hundred-is-no-limit',
      story: 'The maximum means "everything".',
      change: sized(instead(100, EVERYTHING)),
    },
  ]),
  ...faults({ violates: ['list.limit.honoured'] }, [
    {
      name: 'limit-rounded-up-to-tens',
      story: 'Pages come in steps of ten, and a limit is rounded up.',
      change: sized(upTo(10)),
    },
    {
      name: 'limit-above-fifty-refused',
      story: 'A limit above 50 is refused, except the maximum that was tested.',
      also: ['errors.documented-status'],
      change: reads(/^(?:5[1-9]|[6-9]\d)$/, refuse),
    },
  ]),
  ...faults({ violates: ['list.limit.honoured', 'list.limit.maximum', 'list.status.with-limit'] }, [
    {
      name: 'capped-at-eighty',
      story: 'A page is never longer than 80, whatever the limit is.',
      also: ['list.status.complete', 'list.complete', 'deprecation.replacement', 'history.agrees'],
      change: pageSize((size) => Math.min(80, size)),
    },
  ]),
  ...faults({ violates: ['list.limit.honoured', 'list.status.with-limit'] }, [
    {
      name: 'limits-of-a-menu',
      story: 'Pages have the sizes that the web site offers: up to 20, or from 49 on.',
      also: ['list.status.complete', 'list.complete', 'deprecation.replacement', 'history.agrees'],
      change: pageSize((size) => (size > 21 && size < 49 ? 20 : size)),
    },
  ]),
  ...faults({ violates: ['list.status.with-limit'] }, [
    {
      name: 'filter-ignores-limit',
      story: 'The filtered query was written without a limit and shows up to a hundred.',
      change: forSome(isFilteredList)(pageSize(() => 100)),
    },
    {
      name: 'filter-has-no-maximum',
      story: 'The largest page, under a filter, is everything.',
      change: forSome(isFilteredList)(pageSize(instead(100, EVERYTHING))),
    },
  ]),
];

/** Limits outside the documented range, or that are not numbers. */
export const listOddLimitFaults: readonly Fault[] = [
  ...faults({ violates: ['list.limit.above-maximum'] }, [
    { name: 'limit-hundred-and-one', story: 'The maximum is one too high.', change: reads(/^101$/, Number) },
    {
      name: 'limit-without-maximum',
      story: 'The maximum is documented and nowhere enforced.',
      change: reads(/^\d{3,19}$/, Number),
    },
    {
      name: 'limit-checked-in-32-bits',
      story: 'The range is checked on 32 bits of the limit, and then all of it is used.',
      change: reads(/^4294967346$/, Number),
    },
    {
      name: 'limit-folded-at-64-bits',
      story: 'A limit beyond 64 bits is cut to them, unchecked: 2^64 + 150 is 150.',
      change: foldedAt(64),
    },
  ]),
  ...faults({ violates: ['list.limit.above-maximum', 'errors.no-5xx'] }, [
    {
      name: 'limit-beyond-int64-crashes',
      story: 'A limit beyond int64 is an uncaught overflow.',
      change: reads(/^\d{20}$/, crash),
    },
  ]),
  ...faults({ violates: ['list.limit.below-minimum'] }, [
    { name: 'limit-zero-is-everything', story: 'A limit of 0 means none.', change: reads(/^0$/, everything) },
    {
      name: 'limit-zero-is-null',
      story: 'A limit of 0 allocates no list, and 200 comes with null.',
      change: answersWith(/^0$/, null),
    },
    {
      name: 'limit-negative-from-the-end',
      story: 'A negative limit counts from the end: all pets but the last.',
      change: limit(/^-1$/, () => -1),
      pets: 40,
    },
  ]),
  ...faults({ violates: ['list.limit.below-minimum', 'errors.no-5xx'] }, [
    {
      name: 'limit-negative-crashes',
      story: 'A negative limit is an error of the database that nobody catches.',
      change: reads(/^-/, crash),
    },
  ]),
  ...faults({ violates: ['list.limit.malformed'] }, [
    {
      name: 'limit-rounded',
      story: 'A fraction is rounded before the range is checked, and not after.',
      change: reads(/^100\.[5-9]\d*$/, () => 101),
    },
    { name: 'limit-empty-is-everything', story: 'An empty limit is taken for none.', change: reads(/^$/, everything) },
    {
      name: 'limit-of-many-digits-is-everything',
      story: 'Thirty digits are infinity to a float.',
      change: reads(/^\d{25,}$/, everything),
    },
    {
      name: 'limit-in-hexadecimal',
      story: 'A hexadecimal limit is converted after the check.',
      change: reads(/^0x[0-9a-f]+$/i, Number),
    },
    {
      name: 'limit-with-an-exponent',
      story: 'A limit with an exponent is converted after the check.',
      change: reads(/^\d+e\d+$/i, Number),
    },
    {
      name: 'limit-in-wide-digits',
      story: 'A limit in wide digits is converted after the check.',
      change: reads(/^[０-９]+$/, (s) => Number(s.normalize('NFKC'))),
    },
    {
      name: 'limit-signed',
      story: 'A limit with a plus sign is converted after the check.',
      change: reads(/^\+\d+$/, Number),
    },
    {
      name: 'limit-with-a-fraction',
      story: 'A limit that ends in .0 is converted after the check.',
      change: reads(/^\d+\.0+$/, Number),
    },
    {
      name: 'limit-with-a-suffix',
      story: 'A limit is read up to its first letter, after the check.',
      change: reads(/^\d+[a-z]+$/i, (s) => Number.parseInt(s, 10)),
    },
    {
      name: 'limit-infinity',
      story: 'Infinity is a number, and no maximum stops it.',
      change: reads(/^\+?infinity$/i, everything),
    },
    {
      name: 'text-limit-never-answered',
      story: 'A limit that is text sends the worker into an endless loop.',
      change: neverAnswered(({ search }) => /limit=[a-z]/.test(search)),
    },
  ]),
  ...faults({ violates: ['list.limit.malformed', 'errors.no-5xx'] }, [
    {
      name: 'limit-superscript-crashes',
      story: 'Superscript digits pass for digits and cannot be converted.',
      change: reads(/^[\u2070-\u2079]+$/, crash),
    },
    {
      name: 'limit-text-crashes',
      story: 'The limit is parsed as if no client ever sent text.',
      change: reads(/^(?!-?\d+$)/, crash),
    },
    {
      name: 'limit-as-text-and-list-crashes',
      story: 'A parser makes a list of limit[], and finds that limit is a text already.',
      change: limitQuery((query) => (query.has('limit[]') ? crash() : query)),
    },
  ]),
];
