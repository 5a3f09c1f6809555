import type { RemedyRow } from './remedy.ts';

export const listRemedies: readonly RemedyRow[] = [
  [
    'default-ten',
    'The default of the framework or ORM is in force: page size 10 in many of them.',
    'Set the default of limit to 20, in the definition of the parameter.',
  ],
  [
    'default-nineteen limit-hundred-gives-ninety-nine filter-gives-ninety-nine-at-most limit-one-gives-none limit-odd-loses-one',
    'A bound is off by one: slice(0, limit - 1), BETWEEN with the wrong end, a loop that stops too early.',
    'Use LIMIT with the very number that was asked for, and test 1, 20 and 100.',
  ],
  [
    'default-twenty-one limit-one-too-many limit-one-gives-two filter-one-too-many filter-shows-a-lone-rest',
    'One row more is read (LIMIT limit + 1) to see whether there is a next page, and it is not cut off before the answer is written.',
    'Cut the page to the limit after the look-ahead: rows.slice(0, limit).',
  ],
  [
    '*-lost-in-large-stores',
    'Beyond a certain size another query runs, for instance a streaming or an indexed one, and it lacks this clause.',
    'Build both queries from the same function, so that limit and filter are always part of them.',
  ],
  [
    'default-the-maximum filter-default-hundred limit-one-is-a-flag',
    'The default is applied in one place only: limit ?? 100 in another branch, or a truthy test that mixes up a flag and a number.',
    'Read limit once, with default 20, and hand the number on to every query.',
  ],
  [
    'limit-one-refused limit-hundred-refused limit-above-fifty-refused',
    'The bounds of the validator are wrong: exclusiveMinimum, > instead of >=, or an older maximum.',
    'Accept every integer from 1 to 100, both included.',
  ],
  [
    'limit-hundred-is-no-limit filter-has-no-maximum',
    'The maximum is a special value in the code: limit === MAX ? all() : page(limit).',
    'Treat 100 like any other limit.',
  ],
  [
    'limit-in-steps limit-rounded-up-to-tens limits-of-a-menu limit-of-one-digit-ignored capped-at-eighty',
    'The page size is replaced by the nearest one that the pages of a user interface, a cache or the database driver offers.',
    'Hand the limit on to the query as it is, from 1 to 100.',
  ],
  [
    'limit-after-status-ignored',
    'The query string is read by position or with a pattern such as /\\?limit=(\\d+)/.',
    'Parse the query string with the functions of the framework, in any order.',
  ],
  [
    'filter-ignores-limit',
    'The query with a filter is a function of its own, and it was written without LIMIT.',
    'Add filter and limit to one query: WHERE status = ? … LIMIT ?.',
  ],
  [
    'limit-hundred-and-one limit-without-maximum',
    'The maximum is documented and not checked, or checked with > instead of >=.',
    'Refuse a limit above 100 with a 4xx Error, or use Math.min(limit, 100).',
  ],
  [
    'limit-checked-in-32-bits limit-folded-* limit-beyond-32-bits-is-everything',
    'The number is converted to a narrower type without a check: (int) in C# and Java, int32() in Go, | 0 in JavaScript.',
    'Check the range on the number as it was sent, before it is converted.',
  ],
  [
    'limit-zero-is-everything limit-negative-from-the-end limit-empty-is-everything limit-text-is-everything limit-of-many-digits-is-everything limit-infinity',
    'A limit that is 0, negative, empty, NaN or infinite means "no limit" to the code below: if (limit) …, LIMIT -1 in SQLite, slice(0, -1).',
    'Parse strictly (/^\\d+$/), check 1 to 100, and answer everything else with a 4xx Error.',
  ],
  [
    'limit-zero-draws-401',
    'One guard in front of the operation checks credential and parameters, and has one answer for both.',
    'Answer 400 for a parameter, and keep 401 for a credential that is missing or invalid.',
  ],
  [
    'limit-zero-is-null limit-negative-is-null',
    'The list is a null slice or reference where nothing is read: var pets []Pet in Go is written as null.',
    'Start from an empty list: make([]Pet, 0), new ArrayList<>(), [].',
  ],
  [
    'limit-*-crashes unknown-filter-crashes',
    'Text from the query is converted without a check, and the exception or the error of the database is not caught: int(text), Integer.parseInt, Enum.valueOf, OFFSET of a string.',
    'Validate the parameter first and answer 400, and turn what is thrown while parsing into a 4xx Error.',
  ],
  [
    'text-limit-never-answered',
    'A loop counts up to the limit and compares with NaN, so it never ends.',
    'Refuse what is not a number before the loop, and set a timeout for requests.',
  ],
  [
    'limit-in-* limit-with-* limit-signed',
    'The check and the conversion read the text differently: a lenient conversion (Number(), parseInt, int() with underscores or wide digits) runs after, or instead of, the check.',
    'Convert once, strictly (/^[1-9]\\d{0,2}$/), and check the range on the result.',
  ],
  [
    'empty-list-is-null',
    'A list that was never filled is a null: var pets []Pet in Go, a null collection in Java or C#.',
    'Start from an empty list, and let the serializer write [] for none.',
  ],
  [
    'empty-list-is-404',
    'No rows are handled like no resource: if (!rows.length) throw NotFound, .first() or get_list_or_404.',
    'Answer 200 with [] where nothing matches.',
  ],
  [
    'list-of-one-is-an-object filtered-list-of-one-is-an-object',
    'A converter from XML, or a helper that unwraps single results, cannot know that one element is a list.',
    'Configure the element as an array in the converter, or build the array in the handler.',
  ],
  [
    'list-in-an-envelope',
    'The page is wrapped for metadata: { items, total }, the default of many pagination helpers (Spring Data, Django REST framework, Laravel).',
    'Write the array alone; page.getContent() in Spring, pagination_class without an envelope in Django REST framework.',
  ],
  ['list-as-206', 'The handler treats a page like a byte range and answers 206.', 'Answer 200 for every page.'],
  [
    'list-crashes',
    'The list handler throws each time: a wrong column name, a missing migration, a null that is not expected.',
    'Read the stack trace of GET /pets in the log, and add a test that calls it once.',
  ],
  [
    'list-as-xml-unless-json-is-asked-for list-as-text-unless-json-is-asked-for',
    'Content negotiation has another default than JSON: the first registered converter in Spring or ASP.NET, the default renderer in Rails or Django.',
    'Make JSON the default, or the only, format that the service produces.',
  ],
  [
    'list-without-pets-without-status get-misses-pets-without-status no-status-lost',
    'An INNER JOIN with a table of statuses, or a NOT NULL constraint whose error is swallowed, loses rows with NULL.',
    'Use a LEFT JOIN, allow NULL in the column, and let errors of the insert reach the client.',
  ],
  [
    'list-without-sold list-without-sold-among-many sold-filter-finds-nothing get-hides-sold',
    'Sold pets are moved to another table, or a default scope hides them (WHERE status <> sold, default_scope, a soft delete).',
    'Read from every table and drop the scope: the status only filters where a client asks for it.',
  ],
  [
    'list-without-every-seventh pending-filter-misses-every-second get-misses-every-third',
    'One shard or partition is missing in the query, in its index or in the routing table.',
    'Ask every shard, and compare the number of rows in all of them with that of the list.',
  ],
  [
    'list-without-the-newest filter-misses-the-newest filter-loses-one-of-exactly-as-many filter-misses-one-with-room-for-one-more',
    'The last row is taken for the look-ahead row of the next page, or a range ends one too early.',
    'Drop the look-ahead row only where more rows than the limit were read.',
  ],
  [
    'list-without-large-categories',
    'A join or a cast compares the category in 32 bits.',
    'Use BIGINT on both sides of the join.',
  ],
  [
    'list-rounds-category get-rounds-category',
    'The category is read or written as a double on this path: Number() in JavaScript, float64 from map[string]any in Go, getDouble.',
    'Keep an int64 from the column to the JSON text: BigInt or a string in JavaScript, int64 in Go, long in Java and C#.',
  ],
  [
    'list-shortens-names',
    'The list reads another view or column, made for short labels.',
    'Read the same columns for lists as for single pets.',
  ],
  [
    'list-forgets-status get-forgets-status',
    'The SELECT or the response type of this operation lacks the status.',
    'Use one mapping from row to Pet for every operation.',
  ],
  [
    'name-trimmed-in-store name-cut-in-store',
    'The answer repeats the request while the database changes the value: CHAR or VARCHAR(n) outside of strict mode, a trigger, a setter of the entity.',
    'Answer with what was stored (RETURNING, a reload), and make the column wide enough.',
  ],
  [
    'list-repeats-the-first full-page-repeats-the-last pending-listed-twice',
    'A JOIN multiplies rows, or a buffer is filled up or read once too often.',
    'Join with EXISTS or DISTINCT, and take each row once.',
  ],
  [
    'no-status-counts-as-available no-status-under-every-filter get-adds-a-status',
    'NULL is replaced or compared loosely: COALESCE(status, …), status IS NULL OR status = ?, a default in the mapper.',
    'Compare with = alone: a pet without a status is under no filter, and is shown without one.',
  ],
  [
    'pending-includes-sold',
    'The filter is written as its opposite: status <> available.',
    'Compare with the status that was asked for: WHERE status = ?.',
  ],
  [
    'filter-without-a-match-ignored filter-without-limit-ignored',
    'The filter is dropped in a special case: an empty result falls back to all pets, or a cached page is shown.',
    'Apply the filter in the query itself, and answer [] where nothing matches.',
  ],
  [
    'sold-filter-draws-401',
    'A permission is checked for one status, and its lack is reported as a missing credential.',
    'Let every operation work with the one documented key.',
  ],
  [
    'lists-empty',
    'Lists read a search index, a view or a replica that is not updated when a pet is added.',
    'Read from the table, or update the index with the write.',
  ],
  [
    'filter-after-limit',
    'The page is cut first and filtered afterwards: rows.slice(0, limit).filter(…).',
    'Filter in the query, before LIMIT.',
  ],
  [
    'unknown-filter-ignored unknown-filter-is-available status-null-is-no-filter filter-by-number',
    'A status that cannot be converted becomes none, a default or a number of the enumeration: Enum.TryParse, valueOf in a catch, an index.',
    'Refuse an unknown status with 400, or answer [].',
  ],
  [
    'filter-named-like-a-function-crashes status-looked-up-in-an-object',
    'The text is looked up in a plain object, which inherits constructor and toString.',
    'Use a Map, a Set or Object.hasOwn.',
  ],
  [
    'invalid-utf-8-filter-crashes invalid-utf-8-id-*',
    'The URL is decoded strictly and nobody catches what is thrown: decodeURIComponent, bytes.decode("utf-8").',
    'Catch errors of decoding and answer 400.',
  ],
  [
    'filter-*',
    'The filter is compared loosely: LIKE, a collation without case or accents, a pattern, startsWith, includes, a split at commas.',
    'Compare with = and a binary collation, against the three statuses only.',
  ],
  [
    'limit-rounded',
    'The limit is read as a double and rounded, as in Math.round(limit) or round(float(limit)), so that 0.5 or 100.4 is in range before or after it and not both times.',
    'Accept digits only (/^\\d+$/, Atoi in Go, int() in Python), and check the range of the very number that the query uses.',
  ],
  [
    'limit-minus-one-never-answered',
    'A loop waits until a counter is exactly 0, as in while (left !== 0) left -= 1, and starts below it.',
    'Check the limit before it is used, and end loops with a comparison such as left > 0.',
  ],
  [
    'sold-never-answered',
    'The query of one status waits for a lock that another transaction holds, such as a migration or a job that never commits.',
    'Set a timeout for statements and locks (statement_timeout, lock_timeout, innodb_lock_wait_timeout), and look up who holds the lock.',
  ],
  [
    'gateway-times-out-on-large-pages',
    'A long list takes longer than the proxy waits, for instance because each pet takes a query of its own.',
    'Read the page with one query and an index, and let the proxy wait longer than the slowest page takes.',
  ],
  [
    'text-limit-ends-the-process text-limit-restarts-the-process',
    'An error is thrown where no handler is around it: in a callback or a promise without await in Node, in a goroutine of its own in Go, in a thread in Python.',
    'Check the limit before it is used, and catch errors where they arise: await in a try block, recover in the goroutine.',
  ],
];
