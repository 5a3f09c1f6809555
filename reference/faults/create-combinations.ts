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
const startsWithCategory: Which = (request) => /^\s*\{\s*"categoryId"/.test(textOf(request));

const statusLost = status(() => undefined);
const rounded = category(throughDouble);
const replaced = (pattern: RegExp, replacement: string) => name((text) => text.replace(pattern, replacement));

/** What goes wrong only where two properties of a creation meet. */
export const createCombinationFaults: readonly Fault[] = [
  ...faults({ violates: ['create.echo'] }, [
    {
      name: 'emoji-of-sold-pets-replaced',
      story: 'The archive of sold pets has an older character set.',
      change: forSome(hasStatus('sold'))(replaced(/\p{Extended_Pictographic}/gu, '?')),
    },
    {
      name: 'quotes-in-spaced-json-dropped',
      story: 'JSON with white space takes another parser, and that one loses escaped quotes.',
      change: forSome(isSpaced)(replaced(/["'\\]/g, '')),
    },
    {
      name: 'foreign-names-in-chunks-replaced',
      story: 'A chunked body is decoded as ASCII.',
      change: forSome(isChunked)(replaced(/[^\s\u0020-\u007e]/gu, '?')),
    },
    {
      name: 'foreign-names-with-large-categories-replaced',
      story: 'A category beyond 2^53 takes a path with another character set.',
      change: forSome(both(isLarge, isForeign))(replaced(/[^\s\u0020-\u00ff]/gu, '?')),
    },
    {
      name: 'category-zero-of-sold-pets-replaced',
      story: 'A sold pet without a category goes to category 1, and 0 counts as none.',
      change: forSome(hasStatus('sold'))(category(instead(0n, 1n))),
    },
    {
      name: 'chunked-sold-pets-refused',
      story: 'The archive takes no streams.',
      change: forSome(both(hasStatus('sold'), isChunked))(name(() => reject())),
    },
  ]),
  ...faults({ violates: ['create.missing-field'] }, [
    {
      name: 'sold-pets-need-no-name',
      story: 'A sold pet is only counted.',
      change: forSome(both(hasStatus('sold'), lacks('name')))(nameValue(() => '')),
    },
  ]),
  ...faults({ violates: ['create.int64'] }, [
    {
      name: 'large-category-of-sold-pets-rounded',
      story: 'The archive of sold pets stores categories as doubles.',
      change: forSome(hasStatus('sold'))(rounded),
    },
    {
      name: 'large-category-in-chunks-rounded',
      story: 'A chunked body has a parser with doubles.',
      change: forSome(isChunked)(rounded),
    },
    {
      name: 'large-category-in-front-rounded',
      story: 'A category in front of the name is read before the schema is known, as a double.',
      change: forSome(startsWithCategory)(rounded),
    },
  ]),
  ...faults({ violates: ['create.with-status'] }, [
    {
      name: 'foreign-name-loses-status',
      story: 'A name beyond ASCII takes a path through the code that forgets the status.',
      change: forSome(isForeign)(statusLost),
    },
  ]),
];
