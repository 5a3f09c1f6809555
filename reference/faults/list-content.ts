import type { Alteration, Fault } from '../change.ts';
import { answer, shown, shownAs } from '../combinators/answer.ts';
import { coded, succeeds } from '../combinators/answers.ts';
import { withText } from '../combinators/becomes.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { kept } from '../combinators/create.ts';
import { crash, deny, refuseKey } from '../combinators/failures.ts';
import { filter, filterQuery, finds, letsThrough, list, listed, matching, page, without } from '../combinators/list.ts';
import { asksForJson, isFilteredList, isList, isPlainList } from '../combinators/requests.ts';
import { attempt, hasStatus, omit, throughDouble } from '../combinators/values.ts';
import { type Pet, STATUSES } from '../model.ts';
import { faults } from './fault.ts';

const plain = (alteration: Alteration) => forSome(isPlainList)(alteration);
const onLists = (alteration: Alteration) => forSome(isList)(alteration);

/** Full pages of other pets may hide what is missing. */
const AMONG_MANY = { pets: 150, mayStayOpen: true } as const;

/** Loses pets that match a filter. */
const loses = (isLost: (pet: Pet, pets: readonly Pet[]) => boolean) =>
  forSome(isFilteredList)(matching((pets) => pets.filter((pet) => !isLost(pet, pets))));

const isLarge: Which = ({ stored }) => stored > 100;
const asksFor =
  (status: string): Which =>
  ({ search }) =>
    new RegExp(`(^|&)status=${status}(&|$)`).test(search);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wholly = (pattern: string, status: string) => new RegExp(`^(?:${pattern})$`).test(status);
const isPattern = (text: string) => attempt(() => RegExp(text)) !== undefined;
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Which pets lists show, with and without a filter, and how. */
export const listContentFaults: readonly Fault[] = [
  ...faults({ violates: ['list.ok'] }, [
    {
      name: 'empty-list-is-null',
      story: 'A list never filled is null.',
      change: list((pets) => (pets.length === 0 ? null : undefined)),
    },
    {
      name: 'empty-list-is-404',
      story: 'Nothing found is taken for not found.',
      also: ['errors.documented-status'],
      change: list((pets) => (pets.length > 0 ? undefined : deny(404, 'pet_not_found', 'Nothing was found.'))),
    },
    {
      name: 'list-in-an-envelope',
      story: 'The list is put into an object, beside its length.',
      change: list((pets) => ({ items: pets, total: BigInt(pets.length) })),
    },
  ]),
  ...faults({ violates: ['list.ok', 'errors.no-5xx'] }, [
    {
      name: 'list-crashes',
      story: 'The list was never tried.',
      also: [
        'list.limit.minimum',
        'list.limit.maximum',
        'list.limit.honoured',
        'list.status.only',
        'list.status.with-limit',
      ],
      change: list(crash),
    },
  ]),
  ...faults({ violates: ['list.ok', 'body.content-type', 'body.json'] }, [
    {
      name: 'list-as-xml-unless-json-is-asked-for',
      story: 'Lists are XML, unless Accept names JSON.',
      change: forSome((request) => !asksForJson(request))(
        answer(succeeds('listPets'))(withText('application/xml', '<pets></pets>')),
      ),
    },
  ]),
  ...faults({ violates: ['list.complete'] }, [
    {
      name: 'list-without-sold',
      story: 'Sold pets are shown only under their filter.',
      change: plain(without(hasStatus('sold'))),
    },
    {
      name: 'list-without-sold-among-many',
      story: 'Sold pets are shown only under their filter, and there are more pets than on a page.',
      change: plain(without(hasStatus('sold'))),
      ...AMONG_MANY,
    },
    {
      name: 'list-without-every-seventh',
      story: 'One of seven shards is not in the query.',
      change: plain(without(({ id }) => id % 7n === 0n)),
    },
    {
      name: 'list-without-large-categories',
      story: 'A join over 32 bits loses pets of a larger category.',
      also: ['list.limit.maximum', 'list.limit.honoured'],
      change: plain(without(({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId)),
    },
    {
      name: 'list-rounds-category',
      story: 'The list writes the category through a double.',
      also: ['history.agrees'],
      change: onLists(shownAs((pet) => ({ ...pet, categoryId: throughDouble(pet.categoryId) }))),
    },
    {
      name: 'list-forgets-status',
      story: 'The plain list has every column but the status.',
      change: plain(shown((pet) => omit(pet, 'status'))),
    },
  ]),
  ...faults({ violates: ['list.complete', 'get.found'] }, [
    {
      name: 'name-trimmed-in-store',
      story: 'The answer repeats what was sent, while the store trims it.',
      change: kept((pet) => ({ ...pet, name: pet.name.trim() })),
    },
    {
      name: 'no-status-lost',
      story: 'A pet without a status breaks a constraint, and the error is swallowed.',
      also: ['history.agrees'],
      change: kept((pet) => (pet.status === undefined ? undefined : pet)),
    },
  ]),
  ...faults({ violates: ['list.unique'] }, [
    {
      name: 'list-repeats-the-first',
      story: 'A short page is filled up with its first pet.',
      change: page((pets, { limit }) => (pets.length < limit ? [...pets, ...pets.slice(0, 1)] : pets)),
    },
    {
      name: 'pending-listed-twice',
      story: 'A join with the reservations shows pending pets twice.',
      change: page((pets, { limit }) =>
        pets.flatMap((pet) => (pet.status === 'pending' ? [pet, pet] : [pet])).slice(0, limit),
      ),
    },
  ]),
  ...faults({ violates: ['list.status.only'] }, [
    {
      name: 'no-status-counts-as-available',
      story: 'A pet without a status is found under available.',
      change: letsThrough((pet, status) => pet.status === undefined && status === 'available'),
    },
    {
      name: 'pending-includes-sold',
      story: 'Whatever is not available any more is found under pending.',
      also: ['history.agrees'],
      change: letsThrough((pet, status) => pet.status === 'sold' && status === 'pending'),
    },
    {
      name: 'filter-without-a-match-ignored',
      story: 'Where nothing matches, everything is shown instead of nothing.',
      change: (rules) => {
        let all: readonly Pet[] = [];
        return {
          listed: (...asked) => {
            all = rules.listed(...asked);
            return all;
          },
          page: (pets, ...asked) => rules.page(pets.length === 0 ? all : pets, ...asked),
        };
      },
    },
    {
      name: 'filter-lost-in-large-stores',
      story: 'Beyond a hundred pets another query runs, and that one has no filter.',
      also: ['history.agrees'],
      change: forSome(isLarge)(letsThrough(() => true)),
      pets: 101,
    },
    {
      name: 'sold-filter-draws-401',
      story: 'Sold pets need a permission that nobody has.',
      change: forSome(asksFor('sold'))(filterQuery(refuseKey)),
    },
    ...STATUSES.map((status) => ({
      name: `${status}-filter-refused`,
      story: `A copy of the statuses, made for the query, lacks ${status}.`,
      also: ['errors.documented-status'] as const,
      change: forSome(asksFor(status))(filterQuery(() => deny(400, 'invalid_status'))),
    })),
  ]),
  ...faults({ violates: ['list.complete', 'list.status.complete'] }, [
    {
      name: 'lists-empty',
      story: 'Lists read an index that is built at night.',
      also: [
        'list.limit.default',
        'list.limit.minimum',
        'list.limit.maximum',
        'list.limit.honoured',
        'list.status.with-limit',
        'deprecation.replacement',
        'history.agrees',
      ],
      change: () => ({ listed: () => [] }),
    },
  ]),
  ...faults({ violates: ['list.status.complete', 'list.status.with-limit'] }, [
    {
      name: 'filter-loses-one-of-exactly-as-many',
      story: 'Where as many match as were asked for, the last one is taken for the next page.',
      also: ['deprecation.replacement'],
      change: forSome(isFilteredList)(matching((pets, { limit }) => (pets.length === limit ? pets.slice(1) : pets))),
    },
  ]),
  ...faults({ violates: ['list.status.complete'] }, [
    {
      name: 'filter-after-limit',
      story: 'The page is cut first and filtered afterwards.',
      also: ['list.status.with-limit', 'deprecation.replacement', 'history.agrees'],
      change: forSome(isFilteredList)(listed((pets, { limit }) => pets.slice(0, limit))),
    },
    {
      name: 'sold-filter-finds-nothing',
      story: 'Sold pets are in an archive that the filter does not search.',
      also: ['list.status.with-limit', 'deprecation.replacement', 'history.agrees'],
      change: loses(hasStatus('sold')),
    },
    {
      name: 'filter-misses-one-with-room-for-one-more',
      story: 'The row that shows whether there are more is counted.',
      also: ['deprecation.replacement'],
      change: forSome(isFilteredList)(
        matching((pets, { limit }) => (pets.length + 1 === limit ? pets.slice(1) : pets)),
      ),
    },
  ]),
  ...faults({ violates: ['list.status.unknown'] }, [
    {
      name: 'filter-case-ignored',
      story: 'The filter compares without case.',
      change: filter((text) => STATUSES.find((status) => status === text.toLowerCase()) ?? 'none'),
    },
    {
      name: 'unknown-filter-ignored',
      story: 'A status that is not known is no filter at all.',
      change: filter(() => undefined),
    },
    {
      name: 'status-null-is-no-filter',
      story: 'A client writes null where it has no status, so null counts as no filter.',
      change: forSome(({ search }) => /(^|&)status=null(&|$)/.test(search))(filter(() => undefined)),
    },
    {
      name: 'filter-without-accents',
      story: 'The filter is compared in a collation without accents.',
      change: finds((status, s) => withoutAccents(s) === status),
    },
    {
      name: 'filter-like-percent',
      story: 'The filter is used with LIKE, and percent signs match any text.',
      change: finds((status, s) => wholly(literal(s).replaceAll('%', '.*'), status)),
    },
    {
      name: 'filter-like-underscore',
      story: 'The filter is used with LIKE, and underscores match any letter.',
      change: finds((status, s) => wholly(literal(s).replaceAll('_', '.'), status)),
    },
    {
      name: 'filter-glob',
      story: 'Asterisks and question marks in the filter match any text.',
      change: finds((status, s) => wholly(literal(s).replaceAll('\\*', '.*').replaceAll('\\?', '.'), status)),
    },
    {
      name: 'filter-regular-expression',
      story: 'The filter is an expression.',
      change: finds((status, s) => isPattern(s) && wholly(s, status)),
    },
    {
      name: 'filter-split-at-commas',
      story: 'The filter is a list with commas.',
      change: finds((status, s) => s.split(',').includes(status)),
    },
    {
      name: 'filter-contained',
      story: 'The filter finds every status that contains it.',
      change: finds((status, text) => status.includes(text)),
    },
    {
      name: 'filter-unquoted',
      story: 'Quotes around it are removed.',
      change: finds((status, s) => [`"${status}"`, `'${status}'`].includes(s)),
    },
    {
      name: 'filter-by-number',
      story: 'A number is taken for the position of a status in the enumeration.',
      change: finds((status, s) => s === `${STATUSES.indexOf(status)}`),
    },
  ]),
  ...faults({ violates: ['list.status.unknown', 'errors.no-5xx'] }, [
    {
      name: 'filter-named-like-a-function-crashes',
      story: 'The filter is looked up in an object, and so in its prototype.',
      change: filter((text) => (text === 'constructor' ? crash() : 'none')),
    },
    {
      name: 'invalid-utf-8-filter-crashes',
      story: 'The bytes of a filter are decoded as if they always were UTF-8.',
      change: forSome(({ search }) => /status=[^&]*%[89a-f]/i.test(search))(answer(coded('invalid_url'))(crash)),
    },
  ]),
];
