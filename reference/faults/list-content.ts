import type { Alteration, Fault } from '../change.ts';
import { answer, shown, shownAs } from '../combinators/answer.ts';
import { coded, succeeds } from '../combinators/answers.ts';
import { asText, withStatus, withText } from '../combinators/becomes.ts';
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
const asksForSold: Which = ({ search }) => /(^|&)status=sold(&|$)/.test(search);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wholly = (pattern: string, status: string) => new RegExp(`^(?:${pattern})$`).test(status);
const isPattern = (text: string) => attempt(() => RegExp(text)) !== undefined;
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Which pets lists show, with and without a filter, and how. */
export const listContentFaults: readonly Fault[] = faults([
  'violates list.ok',
  ['empty-list-is-null: A list never filled is null.', list((pets) => (pets.length === 0 ? null : undefined))],
  'empty-list-is-404: Nothing found is taken for not found.',
  list((pets) => (pets.length > 0 ? undefined : deny(404, 'pet_not_found', 'Nothing was found.'))),
  'list-of-one-is-an-object: A converter from XML cannot tell a list of one from one.',
  list((pets) => (pets.length === 1 ? pets[0] : undefined)),
  'filtered-list-of-one-is-an-object: The filter is a query of its own, and that one gives a single pet as such.',
  forSome(isFilteredList)(list((pets) => (pets.length === 1 ? pets[0] : undefined))),
  'list-in-an-envelope: The list is put into an object, beside its length.',
  list((pets) => ({ items: pets, total: BigInt(pets.length) })),
  ['list-as-206: A page is called partial content.', answer(succeeds('listPets'))(withStatus(206))],
  'violates list.ok, errors.no-5xx',
  ['list-crashes: The list was never tried.', list(crash)],
  'violates list.ok, body.content-type, body.json',
  'list-as-xml-unless-json-is-asked-for: Lists are XML, unless Accept names JSON.',
  forSome((request) => !asksForJson(request))(
    answer(succeeds('listPets'))(withText('application/xml', '<pets></pets>')),
  ),
  'violates list.complete',
  ['list-without-pets-without-status: An inner join loses them.', plain(without(hasStatus(undefined)))],
  ['list-without-sold: Sold pets are shown only under their filter.', plain(without(hasStatus('sold')))],
  'list-without-sold-among-many: Sold pets are shown only under their filter, and there are more pets than on a page.',
  plain(without(hasStatus('sold'))),
  AMONG_MANY,
  ['list-without-every-seventh: One of seven shards is not in the query.', plain(without(({ id }) => id % 7n === 0n))],
  ['list-without-the-newest: The query ends before its last row.', plain(listed((pets) => pets.slice(0, -1)))],
  'list-without-large-categories: A join over 32 bits loses pets of a larger category.',
  plain(without(({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId)),
  'list-rounds-category: The list writes the category through a double.',
  onLists(shownAs((pet) => ({ ...pet, categoryId: throughDouble(pet.categoryId) }))),
  'list-shortens-names: The list shows the beginning of long names.',
  onLists(shownAs((pet) => ({ ...pet, name: pet.name.replace(/^(.{99}).{2,}$/s, '$1…') }))),
  ['list-forgets-status: The plain list has every column but the status.', plain(shown((pet) => omit(pet, 'status')))],
  'violates list.complete, get.found',
  'name-trimmed-in-store: The answer repeats what was sent, while the store trims it.',
  kept((pet) => ({ ...pet, name: pet.name.trim() })),
  'name-cut-in-store: The answer repeats what was sent, while the column takes 40 characters.',
  kept((pet) => ({ ...pet, name: [...pet.name].slice(0, 40).join('') })),
  'no-status-lost: A pet without a status breaks a constraint, and the error is swallowed.',
  kept((pet) => (pet.status === undefined ? undefined : pet)),
  'violates list.unique',
  'list-repeats-the-first: A short page is filled up with its first pet.',
  page((pets, { limit }) => (pets.length < limit ? [...pets, ...pets.slice(0, 1)] : pets)),
  'full-page-repeats-the-last: The last row of a full page is read twice, instead of the row before.',
  page((pets, { limit }) =>
    pets.length === limit && limit > 1 ? [...pets.slice(0, -2), ...pets.slice(-1), ...pets.slice(-1)] : pets,
  ),
  'pending-listed-twice: A join with the reservations shows pending pets twice.',
  page((pets, { limit }) => pets.flatMap((pet) => (pet.status === 'pending' ? [pet, pet] : [pet])).slice(0, limit)),
  'violates body.content-type',
  'list-as-text-unless-json-is-asked-for: Lists have the type of plain text, unless Accept names JSON.',
  forSome((request) => !asksForJson(request))(answer(succeeds('listPets'))(asText)),
  'violates list.status.only',
  'no-status-counts-as-available: A pet without a status is found under available.',
  letsThrough((pet, status) => pet.status === undefined && status === 'available'),
  ['no-status-under-every-filter: A comparison with NULL passes them.', letsThrough(hasStatus(undefined))],
  'pending-includes-sold: Whatever is not available any more is found under pending.',
  letsThrough((pet, status) => pet.status === 'sold' && status === 'pending'),
  'filter-without-a-match-ignored: Where nothing matches, everything is shown instead of nothing.',
  (rules) => {
    let all: readonly Pet[] = [];
    return {
      listed: (...asked) => {
        all = rules.listed(...asked);
        return all;
      },
      page: (pets, ...asked) => rules.page(pets.length === 0 ? all : pets, ...asked),
    };
  },
  'filter-without-limit-ignored: Without a limit the cached first page is shown.',
  forSome(({ search }) => !/limit=/.test(search))(letsThrough(() => true)),
  'filter-lost-in-large-stores: Beyond a hundred pets another query runs, and that one has no filter.',
  forSome(isLarge)(letsThrough(() => true)),
  { pets: 101 },
  ['sold-filter-draws-401: Sold pets need a permission that nobody has.', forSome(asksForSold)(filterQuery(refuseKey))],
  'violates list.complete, list.status.complete',
  ['lists-empty: Lists read an index that is built at night.', () => ({ listed: () => [] })],
  'violates list.status.complete, list.status.with-limit',
  'filter-loses-one-of-exactly-as-many: Where as many match as were asked for, the last one is taken for the next page.',
  forSome(isFilteredList)(matching((pets, { limit }) => (pets.length === limit ? pets.slice(1) : pets))),
  'violates list.status.complete',
  'filter-after-limit: The page is cut first and filtered afterwards.',
  forSome(isFilteredList)(listed((pets, { limit }) => pets.slice(0, limit))),
  ['sold-filter-finds-nothing: Sold pets are in an archive that the filter does not search.', loses(hasStatus('sold'))],
  'pending-filter-misses-every-second: Only one of two partitions has the index on pending.',
  loses((pet) => pet.status === 'pending' && pet.id % 2n === 0n),
  'filter-misses-one-with-room-for-one-more: The row that shows whether there are more is counted.',
  forSome(isFilteredList)(matching((pets, { limit }) => (pets.length + 1 === limit ? pets.slice(1) : pets))),
  ['filter-misses-the-newest: A filter ends before its last row.', loses((pet, pets) => pet === pets.at(-1))],
  'violates list.status.unknown',
  'filter-case-ignored: The filter compares without case.',
  filter((text) => STATUSES.find((status) => status === text.toLowerCase()) ?? 'none'),
  'filter-by-prefix: The filter compares with LIKE and finds every status that starts with the text.',
  filter((text) => STATUSES.find((status) => status.startsWith(text)) ?? 'none'),
  ['unknown-filter-ignored: A status that is not known is no filter at all.', filter(() => undefined)],
  ['unknown-filter-is-available: A status that is not known falls back to available.', filter(() => 'available')],
  'status-null-is-no-filter: A client writes null where it has no status, so null counts as no filter.',
  forSome(({ search }) => /(^|&)status=null(&|$)/.test(search))(filter(() => undefined)),
  'filter-without-accents: The filter is compared in a collation without accents.',
  finds((status, s) => withoutAccents(s) === status),
  'filter-like-percent: The filter is used with LIKE, and percent signs match any text.',
  finds((status, s) => wholly(literal(s).replaceAll('%', '.*'), status)),
  'filter-like-underscore: The filter is used with LIKE, and underscores match any letter.',
  finds((status, s) => wholly(literal(s).replaceAll('_', '.'), status)),
  'filter-glob: Asterisks and question marks in the filter match any text.',
  finds((status, s) => wholly(literal(s).replaceAll('\\*', '.*').replaceAll('\\?', '.'), status)),
  ['filter-regular-expression: The filter is an expression.', finds((status, s) => isPattern(s) && wholly(s, status))],
  ['filter-split-at-commas: The filter is a list with commas.', finds((status, s) => s.split(',').includes(status))],
  ['filter-contained: The filter finds every status that contains it.', finds((status, text) => status.includes(text))],
  ['filter-may-go-on: The comparison stops at the end of the status.', finds((status, s) => s.startsWith(status))],
  ['filter-unquoted: Quotes around it are removed.', finds((status, s) => [`"${status}"`, `'${status}'`].includes(s))],
  'filter-by-number: A number is taken for the position of a status in the enumeration.',
  finds((status, s) => s === `${STATUSES.indexOf(status)}`),
  'violates list.status.unknown, errors.no-5xx',
  ['unknown-filter-crashes: The text is turned into the enumeration as if it always fitted.', filter(crash)],
  'filter-named-like-a-function-crashes: The filter is looked up in an object, and so in its prototype.',
  filter((text) => (text === 'constructor' ? crash() : 'none')),
  'invalid-utf-8-filter-crashes: The bytes of a filter are decoded as if they always were UTF-8.',
  forSome(({ search }) => /status=[^&]*%[89a-f]/i.test(search))(answer(coded('invalid_url'))(crash)),
]);
