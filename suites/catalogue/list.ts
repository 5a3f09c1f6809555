import type { Requirement } from './requirement.ts';

export const listRequirements = [
  {
    id: 'list.ok',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'GET /pets is answered with 200 and a JSON array of animals, also when there is one animal or none.',
    section: 'Endpoints / GET /pets / Responses; Resources and their fields / Pets',
    checked:
      'Lists without parameters, and with filters and limits that bring about no animal or exactly one where the target allows it. It is the basis of the other list checks: when it fails, they are inconclusive and name it.',
    usualCause:
      'The array is wrapped in an object such as {"items": []}, no result becomes null, 204 or 404, or a single result is unwrapped.',
  },
  {
    id: 'list.limit.default',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'Without a limit, a list holds exactly 20 animals when at least 20 are held.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Makes sure that more than 20 animals are held, then lists without limit. Inconclusive when the write budget does not reach that number, or list.ok fails.',
    usualCause: 'The default is another number, such as 10, 25 or 50, or a missing limit means no limit.',
  },
  {
    id: 'list.limit.minimum',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'limit=1 is accepted and gives at most one animal, and one when any is held.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Makes sure that an animal is held, then lists with limit=1. Inconclusive when there is none, or list.ok fails.',
    usualCause:
      'The lower bound is exclusive, the page is cut one too late or too early, or one result is answered as an object.',
  },
  {
    id: 'list.limit.maximum',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'limit=100 is accepted and gives at most 100 animals, and 100 when as many are held.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Tops the target up to more than 100 animals, then lists with limit=100. Inconclusive when the write budget does not reach that number, or list.ok fails.',
    usualCause: 'The upper bound is exclusive, or a lower cap, often 50, sits in the query or in a gateway.',
  },
  {
    id: 'list.limit.honoured',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement:
      'For every limit from 1 to 100, a page is never longer than asked for, and shorter only when nothing is left out.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with many limits, always with those beside the bounds and the default, and compares the length with the limit and with the animals known to exist. A failure is shrunk to the smallest limit that shows it. Inconclusive when list.ok fails.',
    usualCause: 'Limits are rounded to page sizes, capped below 100, or off by one above or below some value.',
  },
  {
    id: 'list.limit.above-maximum',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A limit above 100 is refused with a 4xx status, or gives a list of at most 100 animals.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with 101, 1000, 2^31 and 2^63. That means something only where more than 100 animals are held: it is inconclusive when the write budget does not reach that number, or list.ok fails.',
    usualCause: 'The maximum is documented but not enforced, or a large number overflows and the limit is dropped.',
  },
  {
    id: 'list.limit.below-minimum',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A limit of 0 or below is refused with a 4xx status, or gives a valid list of at most 100 animals.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked: 'Lists with limit=0 and limit=-1 and accepts either way of answering. Inconclusive when list.ok fails.',
    usualCause:
      'The number goes into the query unchecked: a negative limit breaks the statement, and zero may lift the limit.',
  },
  {
    id: 'list.limit.malformed',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement:
      'A limit that is no integer is refused with a 4xx status, or gives a valid list of at most 100 animals, never a 5xx.',
    section: 'Endpoints / GET /pets / Query parameters; Errors',
    checked:
      'Lists with abc, 1.5, an empty limit, limit given twice and a number of many digits, and accepts either way of answering. Inconclusive when list.ok fails.',
    usualCause:
      'The conversion error is not caught, or a failed conversion yields no number at all and so switches the limit off.',
  },
  {
    id: 'list.status.only',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A list filtered by status holds only animals with exactly that status, and none without a status.',
    section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
    checked:
      'Makes sure that animals of each status and without one are held, then filters by each of the three. Inconclusive where a filtered list is empty, since it then shows nothing, or when list.ok fails.',
    usualCause:
      'The filter is ignored, matches by prefix, or lets an animal without a status through as if it had a default.',
  },
  {
    id: 'list.status.complete',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A filtered page shorter than its limit holds every matching animal known to exist.',
    section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
    checked:
      'Looks for the created animals on filtered pages with fewer animals than the limit, asking again within the consistency window. A full page proves nothing about what is not on it; where no page is short, or list.ok fails, it is inconclusive.',
    usualCause:
      'The limit is applied before the filter, so matches beyond the first page are lost, or an index lags or misses animals.',
  },
  {
    id: 'list.status.unknown',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A status filter that is none of the three values is refused with a 4xx status, or gives an empty list.',
    section: 'Resources and their fields / PetStatus; States and transitions, rule 2',
    checked:
      'Filters by unknown and by AVAILABLE while animals are held; either way of answering is accepted. Inconclusive when no animal is held or list.ok fails.',
    usualCause: 'An unknown value switches the filter off, or values are compared without regard to case.',
  },
  {
    id: 'list.status.with-limit',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'Filter and limit hold together, and the default of 20 and the maximum of 100 hold under a filter too.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with both parameters, and with the filter alone, where more than 20 and more than 100 animals of one status are held. Inconclusive when the write budget does not reach those numbers, or list.ok fails.',
    usualCause:
      'Filtered lists take another path through the code, where the default, the cap or the limit itself was forgotten.',
  },
  {
    id: 'list.complete',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'A page shorter than its limit holds every animal known to exist, with the fields it was created with.',
    section: 'What the service does; Endpoints / GET /pets',
    checked:
      'Looks for the created animals on a page with fewer animals than the limit, else on short filtered pages, and compares their fields with the creation answers, asking again within the consistency window. Inconclusive where no page is short, or list.ok fails.',
    usualCause:
      'Animals without a status drop out of a join, a cache is never refreshed, or text and large numbers change on their way into the store.',
  },
  {
    id: 'list.unique',
    level: 'MUST',
    area: 'list',
    operation: 'listPets',
    statement: 'No identifier appears twice in one list.',
    section: 'Resources and their fields / Pet; Endpoints / GET /pets',
    checked:
      'Looks for repeated identifiers, digit for digit, in every list of the run. Inconclusive when no list held two animals, or list.ok fails.',
    usualCause:
      'A join multiplies rows, pages of several shards overlap, or large identifiers are rounded to the same number.',
  },
] as const satisfies readonly Requirement[];
