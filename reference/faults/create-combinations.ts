import type { Fault } from '../change.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { category, name, nameValue, status } from '../combinators/create.ts';
import { reject } from '../combinators/failures.ts';
import { isChunked } from '../combinators/requests.ts';
import { isText, lacks, sent, textOf } from '../combinators/sent.ts';
import { instead, throughDouble } from '../combinators/values.ts';
import type { PetStatus } from '../model.ts';
import { faults } from './fault.ts';

const both =
  (...conditions: readonly Which[]): Which =>
  (request) =>
    conditions.every((applies) => applies(request));

const hasStatus =
  (wanted: PetStatus): Which =>
  (request) =>
    sent(request).status === wanted;
const hasName =
  (pattern: RegExp): Which =>
  (request) => {
    const given = sent(request).name;
    return isText(given) && pattern.test(given);
  };
const hasCategory =
  (is: (category: bigint) => boolean): Which =>
  (request) => {
    const given = sent(request).categoryId;
    return typeof given === 'bigint' && is(given);
  };

const isLarge = hasCategory((value) => value > 2n ** 53n);
const isForeign = hasName(/[^\u0020-\u007e]/u);
const isSpaced: Which = (request) => /^\s|"\s*:\s|\s\}/.test(textOf(request));
const isEscaped: Which = (request) => /\\u[0-9a-f]{4}/i.test(textOf(request));
const startsWithCategory: Which = (request) => /^\s*\{\s*"categoryId"/.test(textOf(request));
const hasNoStatus = lacks('status');

const statusLost = status(() => undefined);
const rounded = category(throughDouble);
const replaced = (pattern: RegExp, replacement: string) => name((text) => text.replace(pattern, replacement));

/** What goes wrong only where two properties of a creation meet. */
export const createCombinationFaults: readonly Fault[] = faults([
  'violates create.echo',
  'emoji-of-sold-pets-replaced: The archive of sold pets has an older character set.',
  forSome(hasStatus('sold'))(replaced(/\p{Extended_Pictographic}/gu, '?')),
  'accents-of-pending-pets-lost: Pending pets are printed on labels, in capitals without accents.',
  forSome(hasStatus('pending'))(replaced(/[éèêë]/g, 'e')),
  'quotes-in-spaced-json-dropped: JSON with white space takes another parser, and that one loses escaped quotes.',
  forSome(isSpaced)(replaced(/["'\\]/g, '')),
  'foreign-names-in-chunks-replaced: A chunked body is decoded as ASCII.',
  forSome(isChunked)(replaced(/[^\s\u0020-\u007e]/gu, '?')),
  'foreign-names-with-large-categories-replaced: A category beyond 2^53 takes a path with another character set.',
  forSome(both(isLarge, isForeign))(replaced(/[^\s\u0020-\u00ff]/gu, '?')),
  'name-behind-the-category-unescaped-twice: A name after the category is unescaped twice.',
  forSome(startsWithCategory)(replaced(/\\/g, '')),
  'symbols-without-status-escaped: Without a status the form of the web site is used, which escapes names for HTML.',
  forSome(hasNoStatus)(name((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))),
  'long-names-of-sold-pets-cut: The archive of sold pets cuts names at 60 characters.',
  forSome(hasStatus('sold'))(name((text) => [...text].slice(0, 60).join(''))),
  'category-zero-of-sold-pets-replaced: A sold pet without a category goes to category 1, and 0 counts as none.',
  forSome(hasStatus('sold'))(category(instead(0n, 1n))),
  'escaped-names-of-available-pets-cut: Escapes in the name of an available pet are counted as they are written.',
  forSome(both(hasStatus('available'), isEscaped))(replaced(/\S(?=\s*$)/u, '')),
  [
    'chunked-sold-pets-refused: The archive takes no streams.',
    forSome(both(hasStatus('sold'), isChunked))(name(() => reject())),
  ],
  'violates create.missing-field',
  [
    'sold-pets-need-no-name: A sold pet is only counted.',
    forSome(both(hasStatus('sold'), lacks('name')))(nameValue(() => '')),
  ],
  'violates create.int64',
  ['large-category-without-status-rounded: Without a status, categories are doubles.', forSome(hasNoStatus)(rounded)],
  'large-category-of-sold-pets-rounded: The archive of sold pets stores categories as doubles.',
  forSome(hasStatus('sold'))(rounded),
  ['large-category-in-chunks-rounded: A chunked body has a parser with doubles.', forSome(isChunked)(rounded)],
  'large-category-in-front-rounded: A category in front of the name is read before the schema is known, as a double.',
  forSome(startsWithCategory)(rounded),
  'large-category-of-pending-pets-refused: Reservations have categories of 32 bits.',
  forSome(both(hasStatus('pending'), isLarge))(category(() => reject())),
  'violates create.with-status',
  'foreign-name-loses-status: A name beyond ASCII takes a path through the code that forgets the status.',
  forSome(isForeign)(statusLost),
  'large-category-loses-status: A category beyond 2^53 takes a path through the code that forgets the status.',
  forSome(isLarge)(statusLost),
  'spaced-json-loses-status: JSON with white space takes another parser, and that one stops after two fields.',
  forSome(isSpaced)(statusLost),
  'chunked-body-loses-status: A chunked body takes another parser, and that one stops after two fields.',
  forSome(isChunked)(statusLost),
  'quoted-name-loses-status: After an escaped quote in the name the rest of the fields is not read.',
  forSome(hasName(/"/))(statusLost),
  'long-name-loses-status: A name of more than 50 characters fills the buffer, and the status does not fit.',
  forSome(hasName(/^.{51,}$/su))(statusLost),
]);
