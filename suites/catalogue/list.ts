import { requirements } from './requirement.ts';

export const listRequirements = requirements({ area: 'list', level: 'MUST', operation: 'listPets' }, [
  {
    id: 'list.ok',
    statement: 'GET /pets is answered with 200 and a JSON array of pets, also when there is one pet or none.',
    section: 'Endpoints / GET /pets / Responses; Resources and their fields / Pets',
    checked:
      'Lists without parameters, and with filters and limits that give no pet or exactly one where the target allows it; every list of the run is watched too. Where only the empty or the single case is wrong, the other checks go on.',
    usualCause:
      'The array is wrapped in an object such as {"items": []}, no result becomes null, 204 or 404, or a single result is unwrapped.',
  },
  {
    id: 'list.limit.default',
    statement: 'Without a limit, a list holds exactly 20 pets when at least 20 exist.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Makes sure that more than 20 pets exist and lists without limit. Too many pets on any such page of the run fail at once; too few are polled within the consistency window, and count only while as many pets exist.',
    usualCause: 'The default is another number, such as 10, 25 or 50, or a missing limit means no limit.',
  },
  {
    id: 'list.limit.minimum',
    statement: 'limit=1 is accepted and gives at most one pet, and one when any exists.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with limit=1 while pets exist. Too many pets on any such page of the run fail at once; too few are polled within the consistency window.',
    usualCause:
      'The lower bound is exclusive, the page is cut one too late or too early, or one result is answered as an object.',
  },
  {
    id: 'list.limit.maximum',
    statement: 'limit=100 is accepted and gives at most 100 pets, and 100 when as many exist.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Makes sure that more than 100 pets exist and lists with limit=100. Too many pets on any such page of the run fail at once; too few are polled within the consistency window, and count only while as many pets exist.',
    usualCause: 'The upper bound is exclusive, or a lower cap, often 50, sits in the query or in a gateway.',
  },
  {
    id: 'list.limit.honoured',
    statement:
      'For every limit from 1 to 100, a page is never longer than asked for, and shorter only when nothing is left out.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with many limits, always with those beside the bounds and the default. Too many pets on any page of the run fail at once; too few are polled within the consistency window, and count only while as many pets exist. A failure is shrunk to the smallest limit.',
    usualCause: 'Limits are rounded to page sizes, capped below 100, or off by one above or below some value.',
  },
  {
    id: 'list.limit.above-maximum',
    statement: 'A limit above 100 is refused with a 4xx status, or gives a list of at most 100 pets.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with 101, 1000, 2^31, 2^63 and others, once more than 100 pets are visible: only then does an unlimited list look different. Inconclusive when so many cannot be seen.',
    usualCause: 'The maximum is documented but not enforced, or a large number overflows and the limit is dropped.',
  },
  {
    id: 'list.limit.below-minimum',
    statement: 'A limit of 0 or below is refused with a 4xx status, or gives a valid list of at most 100 pets.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked: 'Lists with 0, -1 and others once more than 100 pets are visible, and accepts either way of answering.',
    usualCause:
      'The number goes into the query unchecked: a negative limit breaks the statement, and zero may lift the limit.',
  },
  {
    id: 'list.limit.malformed',
    statement:
      'A limit that is not an integer is refused with a 4xx status, or gives a valid list of at most 100 pets, never a 5xx.',
    section: 'Endpoints / GET /pets / Query parameters; Errors',
    checked:
      'Lists with text, fractions, an empty limit, limit twice, digits of other scripts, numbers with spaces, signs or text around them, and a number of many digits, once more than 100 pets are visible. Accepts either way of answering.',
    usualCause:
      'The conversion error is not caught, or a failed conversion yields no number at all and so switches the limit off.',
  },
  {
    id: 'list.status.only',
    statement: 'A list filtered by status holds only pets with exactly that status, and none without a status.',
    section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
    checked: 'Checked on every filtered page of the run. Inconclusive where no filtered page shows a pet.',
    usualCause:
      'The filter is ignored, matches by prefix, or lets a pet without a status through as if it had a default.',
  },
  {
    id: 'list.status.complete',
    statement: 'A filtered page shorter than its limit holds every matching pet known to exist.',
    section: 'Endpoints / GET /pets / Query parameters; States and transitions, rule 2',
    checked:
      'Looks for the created pets on filtered pages that are shorter than their limit, and for small pages that are full although enough pets match. Absence is polled within the consistency window; a pet older than the window that any short page of the run lacks is lost. Inconclusive where no page is short.',
    usualCause:
      'The limit is applied before the filter, so matches beyond the first page are lost, or an index lags or misses pets.',
  },
  {
    id: 'list.status.unknown',
    statement: 'A status filter that is none of the three values is refused with a 4xx status, or gives an empty list.',
    section: 'Resources and their fields / PetStatus; States and transitions, rule 2',
    checked:
      'Filters by near misses of the three values: other case, spaces around, prefixes, wildcards, regular expressions, lists, other scripts, invalid UTF-8. An Error or an empty list is accepted, and so is a 400 of the HTTP layer to invalid UTF-8.',
    usualCause: 'An unknown value switches the filter off, or values are compared without regard to case.',
  },
  {
    id: 'list.status.with-limit',
    statement: 'Filter and limit hold together, and the default of 20 and the maximum of 100 hold under a filter too.',
    section: 'Endpoints / GET /pets / Query parameters; Limits',
    checked:
      'Lists with both parameters, and with the filter alone, where 100 pets of one status exist. Every page of the run with a filter is watched too.',
    usualCause:
      'Filtered lists take another path through the code, where the default, the cap or the limit itself was forgotten.',
  },
  {
    id: 'list.complete',
    statement: 'A page shorter than its limit holds every pet known to exist, with the fields it was created with.',
    section: 'What the service does; Endpoints / GET /pets',
    checked:
      'Looks for the created pets on a page that is shorter than its limit, else on short filtered pages. Absence is polled within the consistency window; a pet older than the window that any short page of the run lacks is lost, and the fields of created pets are compared on every page. Inconclusive where no page is short.',
    usualCause:
      'Pets without a status drop out of a join, a cache is never refreshed, or text and large numbers change on their way into the store.',
  },
  {
    id: 'list.unique',
    statement: 'No identifier appears twice in one list.',
    section: 'Resources and their fields / Pet; Endpoints / GET /pets',
    checked:
      'Looks for repeated identifiers, digit for digit, in every list of the run. Inconclusive when no list held two pets, or list.ok fails.',
    usualCause:
      'A join multiplies rows, pages of several shards overlap, or large identifiers are rounded to the same number.',
  },
]);
