import type { RemedyRow } from './remedy.ts';

export const getRemedies: readonly RemedyRow[] = [
  [
    'get-misses-old-pets old-pets-without-category',
    'Rows from before a migration lack what newer code expects: another table, a NULL in a new column.',
    'Migrate the old rows, and read both kinds alike.',
  ],
  [
    'get-returns-the-next',
    'The pet is found by its position instead of its id: pets[id], pets[id - 1].',
    'Look pets up by id: a Map, WHERE id = ?.',
  ],
  [
    'get-answers-a-list',
    'The handler shares its query with the list and returns all the rows.',
    'Return the first row, and 404 where there is none.',
  ],
  [
    'unknown-id-cached',
    'A miss is cached like a hit, and is not dropped when the pet is created.',
    'Do not cache a 404, or drop it from the cache with the creation.',
  ],
  [
    'unknown-is-null unknown-is-invented',
    'The result of the lookup is written without a check: null, an empty record, an object with defaults.',
    'Answer 404 with an Error where nothing was found.',
  ],
  [
    'unknown-is-gone unknown-is-401 short-unknown-id-is-a-bad-request large-id-is-a-bad-request',
    'The handler has another status for a pet that does not exist, or for an id that looks unusual.',
    'Answer 404 for every int64 that is the id of no pet.',
  ],
  [
    'unknown-is-the-nearest next-id-is-the-last-pet short-unknown-id-is-the-last-pet unknown-id-of-thirteen-to-eighteen-digits-is-the-last-pet',
    'The lookup is a search in order: WHERE id >= ? LIMIT 1, a binary search without a final comparison.',
    'Compare the id that was found with the one asked for: WHERE id = ?.',
  ],
  [
    'next-id-crashes',
    'An index is compared with <= instead of < the length, so the place after the last is read.',
    'Look pets up by id, and answer 404 where nothing is found.',
  ],
  [
    'large-unknown-id-crashes id-beyond-int64-crashes',
    'The number does not fit the type of the column or the parser, and what is thrown is not caught: "out of range" of PostgreSQL, NumberFormatException, strconv.ErrRange.',
    'Use 64 bits on the whole way, and answer 404 or 400 where the id does not fit.',
  ],
  [
    'large-id-through-double',
    'Ids go through a double: Number(req.params.id) in JavaScript, float64 in Go.',
    'Parse the id as an int64: BigInt(), strconv.ParseInt(text, 10, 64), Long.parseLong.',
  ],
  [
    'text-id-draws-401',
    'The owner of the pet is looked up to check the key, and a lookup that fails counts as a wrong key.',
    'Check the id first and answer 400 or 404, and keep 401 for a credential that is missing or invalid.',
  ],
  [
    'id-by-its-* id-parsed-until-it-breaks id-fraction-cut id-cut-at-19-digits text-id-is-the-first',
    'The id is parsed leniently: parseInt("12abc"), atoi, strtol without a look at the rest, a default where parsing fails.',
    'Require digits only (/^-?\\d+$/) for the whole segment, and answer 400 or 404 for anything else.',
  ],
  [
    'id-* negative-id-wraps-in-64-bits',
    'The id is cut to fewer bits or wraps: (int) in Java and C#, | 0 in JavaScript, an unchecked conversion, abs().',
    'Parse with a check of the range (strconv.ParseInt, Long.parseLong, long.TryParse), into 64 bits.',
  ],
  [
    'text-id-crashes text-id-breaks-the-connection',
    'The path segment is converted without a check: int(id), Integer.parseInt, and what is thrown becomes a 500.',
    'Catch errors of conversion, or restrict the route to digits, and answer 400 or 404.',
  ],
  [
    'get-gone-early get-not-there',
    'The operation was removed, or never built, because it is deprecated.',
    'Serve getPet until 5 December 2030.',
  ],
  [
    'fetch-*',
    'Reading a pet changes it: it is moved, reserved or archived by the handler of getPet.',
    'Let GET change nothing that other requests can see.',
  ],
  [
    'sunset-*',
    'The date is written by hand or with another formatter: ISO 8601, seconds, a local format, a day of one digit.',
    'Write Sunset: Thu, 05 Dec 2030 00:00:00 GMT, with the formatter for HTTP dates (toUTCString, http.TimeFormat, DateTimeFormatter.RFC_1123_DATE_TIME with two digits).',
  ],
  [
    'deprecation-not-announced deprecation-is-true',
    'The headers are missing, or follow an older draft: Deprecation: true.',
    'Send Deprecation as a structured date (@ and seconds, RFC 9745) and Sunset as an HTTP-date (RFC 8594) on getPet.',
  ],
  [
    'everything-deprecated',
    'The headers are set in a middleware for the whole application.',
    'Set them on the route of getPet only.',
  ],
  [
    'second-fetch-takes-out-of-lists overtaken-creation-is-not-fetched',
    'Two structures hold the pets, such as a cache and an index, and they are not updated together.',
    'Update both in one transaction or under one lock, or read from one of them only.',
  ],
  [
    'get-by-remainder get-by-remainder-of-a-power-of-two',
    'Pets are found by a slot, such as id % size or id & mask, and the id that is stored there is not compared.',
    'Compare the id of the pet with the one that was asked for, or use the map of the language.',
  ],
  [
    'get-by-prefix get-by-suffix',
    'Ids are compared as text and in part: startsWith(), endsWith(), LIKE with a percent sign, strncmp with the shorter length.',
    'Convert the id to an integer, and compare integers.',
  ],
  [
    'superscript-id-crashes',
    'A test for digits knows more of them than the conversion: str.isdigit() and then int() in Python, Character.isDigit in Java, \\p{N} in a pattern.',
    'Test for the digits 0 to 9 alone: /^[0-9]+$/, str.isdecimal() together with isascii(), or catch the error of the conversion.',
  ],
  [
    'get-never-answered',
    'The handler waits for a lock that an earlier request took and never released, for instance because it threw in between.',
    'Release locks in finally, with defer or with a with block, and wait for them with a timeout.',
  ],
  [
    'unknown-id-never-answered',
    'The miss is looked up in a second store, without a timeout, or in a loop that ends only with a hit.',
    'Answer 404 as soon as the store has no such row, and set a timeout on further lookups.',
  ],
];
