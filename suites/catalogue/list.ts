import { requirements } from './requirement.ts';

export const listRequirements = requirements(
  { area: 'list', level: 'MUST', operation: 'listPets', section: 'Endpoints / GET /pets / Query parameters; Limits' },
  [
    {
      id: 'list.ok',
      statement: 'GET /pets is answered with 200 and a JSON array of pets, also when there is one pet or none.',
      section: 'Endpoints / GET /pets / Responses; Resources and their fields / Pets',
      checked:
        'Checks every list with documented parameters. Where only the empty or the single case is wrong, the other list requirements are still decided.',
      usualCause:
        'The array is wrapped in an object such as {"items": []}, no result becomes null, 204 or 404, or a single result is not an array.',
    },
    {
      id: 'list.limit.default',
      statement: 'Without a limit, a list has exactly 20 pets when at least 20 exist.',
      checked:
        'Checks every list without limit and status. Too many pets fail at once; too few fail when at least 20 pets were acknowledged more than the consistency window before. It passes on a page of 20 while more than 20 pets are known.',
      usualCause: 'The default is another number, such as 10, 25 or 50, or a missing limit means no limit.',
    },
    {
      id: 'list.limit.minimum',
      statement: 'limit=1 is accepted and gives at most one pet, and one when any exists.',
      checked:
        'Checks every list with limit=1. An empty page fails when a pet was acknowledged more than the consistency window before. It passes on a page of one while more than one pet is known.',
      usualCause:
        'The lower bound is exclusive, the page is cut one too late or too early, or one result is answered as an object.',
    },
    {
      id: 'list.limit.maximum',
      statement: 'limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
      checked:
        'Checks every list with limit=100. Too many pets fail at once; too few fail when at least 100 were acknowledged more than the consistency window before. It passes on a page of 100 while more than 100 pets are known; without so many it is inconclusive.',
      usualCause: 'The upper bound is exclusive, or the query or a gateway has a lower cap, often 50.',
    },
    {
      id: 'list.limit.honoured',
      statement:
        'For every limit from 1 to 100, a page is never longer than asked for, and shorter only when it is complete.',
      checked:
        'Lists with some limits in every run and with others in turn, so that a week of runs has all of them, after the consistency window. Only pages that could be longer count for a pass.',
      usualCause: 'Limits are rounded to page sizes, capped below 100, or off by one above or below some value.',
    },
    {
      id: 'list.limit.above-maximum',
      statement: 'A limit above 100 is refused with a 4xx status other than 401, or gives a list of at most 100 pets.',
      checked:
        'Lists with numbers above the maximum, with and without a filter. A 200 counts for a pass only while more than 100 pets are known.',
      usualCause: 'The maximum is documented but not enforced, or a large number overflows and the limit is dropped.',
    },
    {
      id: 'list.limit.below-minimum',
      statement:
        'A limit of 0 or below is refused with a 4xx status other than 401, or gives a list of at most 100 pets.',
      checked:
        'Lists with numbers below the minimum. A 200 needs a JSON array, and counts for a pass only while more than 100 pets are known.',
      usualCause: 'The number goes into the query unchecked: a negative limit breaks it, and zero may switch it off.',
    },
    {
      id: 'list.limit.malformed',
      statement:
        'A limit that is not an integer is refused with a 4xx status other than 401, or gives a list of at most 100 pets, never a 5xx.',
      section: 'Endpoints / GET /pets / Query parameters; Errors',
      checked:
        'Lists with limits that are not integers. A 200 counts for a pass only while more than 100 pets are known; a 400 of the HTTP layer to invalid UTF-8 is accepted.',
      usualCause: 'The conversion error is not caught, or a failed conversion switches the limit off.',
    },
    {
      id: 'list.status.only',
      statement: 'A list filtered by status has only pets with exactly that status, and none without a status.',
      section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
      checked:
        'Checks every pet on every filtered page. It passes when a pet was shown under each status that this run created pets of; pets that earlier runs left behind in an invalid state do not count.',
      usualCause: 'The filter is ignored, matches by prefix, or treats a pet without a status as if it had a default.',
    },
    {
      id: 'list.status.complete',
      statement: 'A filtered page shorter than its limit has every matching pet known to exist.',
      section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
      checked:
        'Every short filtered page must have each matching pet that was acknowledged more than the consistency window before, and pets of others seen that long before and after. It passes on a short page with pets of this run, or a full page with all of them. Unobservable if every filtered page is full.',
      usualCause:
        'The limit is applied before the filter, so matches beyond the first page are lost, or an index lags or misses pets.',
    },
    {
      id: 'list.status.unknown',
      statement:
        'A status filter that is not one of the three values is refused with a 4xx status other than 401, or gives an empty list.',
      section: 'Resources and their fields / PetStatus; States and transitions, rule 2',
      checked:
        'Filters by words that are not a status, though a loose comparison may match one. An empty list counts for a pass only while pets with a status are known; a 400 of the HTTP layer to invalid UTF-8 is accepted.',
      usualCause: 'An unknown value switches the filter off, or values are compared without regard to case.',
    },
    {
      id: 'list.status.with-limit',
      statement:
        'Filter and limit apply together, and the default of 20 and the maximum of 100 apply under a filter too.',
      checked:
        'Checks the size of every filtered page, with a limit and without one. It passes on a full page while more pets of that status are known.',
      usualCause:
        'Filtered lists take another path through the code, without the default, the cap or the limit itself.',
    },
    {
      id: 'list.complete',
      statement: 'A page shorter than its limit has every pet known to exist, with the fields it was created with.',
      section: 'What the service does; Endpoints / GET /pets',
      checked:
        'Every short page without a filter must have each pet that was acknowledged more than the consistency window before, and pets of others seen that long before and after; on every page, pets of this run must be unchanged. It passes on a short page with pets of this run, or a full page with all of them. Unobservable if every such page is full.',
      usualCause:
        'Pets without a status drop out of a join, a cache is never refreshed, or text and large numbers change in the store.',
    },
    {
      id: 'list.unique',
      statement: 'No id appears twice in one list.',
      section: 'Resources and their fields / Pet; Endpoints / GET /pets',
      checked:
        'Compares the ids on every page digit for digit. Inconclusive if no page has two pets; different pets that got one id in an earlier run do not count.',
      usualCause: 'A join multiplies rows, parts of the store overlap, or large ids are rounded to the same number.',
    },
  ],
);
