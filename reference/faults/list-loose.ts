import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import { type PetStatus, STATUSES } from '../model.ts';
import { refusal } from '../refusal.ts';
import { answering, crash, onlyValue } from './tools.ts';

const isStatus = (text: string) => STATUSES.some((status) => status === text);

/** A fault by which a text that is not a status finds pets all the same. */
const finds = (name: string, story: string, isMatch: (status: PetStatus, text: string) => boolean): Fault => ({
  name,
  story,
  violates: ['list.status.unknown'],
  change: (rules) => ({
    readStatusFilter: (query) => {
      const text = onlyValue(query, 'status') ?? '';
      return text === '' ? rules.readStatusFilter(query) : text;
    },
    matches: (pet, text) =>
      rules.matches(pet, text) || (!isStatus(text) && pet.status !== undefined && isMatch(pet.status, text)),
  }),
});

/** A fault by which one spelling of a limit, in a plain list, escapes the maximum. */
const escapes = (name: string, story: string, spelling: RegExp, convert: (text: string) => number): Fault => ({
  name,
  story,
  violates: ['list.limit.malformed'],
  change: (rules) => ({
    readLimit: (query) => {
      const text = onlyValue(query, 'limit') ?? '';
      return spelling.test(text) && !query.has('status') ? convert(text) : rules.readLimit(query);
    },
  }),
});

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const wholly = (pattern: string, status: string) => new RegExp(`^(?:${pattern})$`).test(status);

const isPattern = (text: string) => {
  try {
    return RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
};

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);
const digits = (text: string) => Number(text.normalize('NFKC'));

/** Filters and limits that are matched after folding, trimming, splitting or wildcarding. */
export const listLooseFaults: readonly Fault[] = [
  {
    name: 'status-null-is-no-filter',
    story: 'A client writes null where it has no status, so null counts as no filter.',
    violates: ['list.status.unknown'],
    change: (rules) => ({
      readStatusFilter: (query) => (onlyValue(query, 'status') === 'null' ? undefined : rules.readStatusFilter(query)),
    }),
  },
  finds('filter-trimmed', 'The filter is trimmed before it is compared.', (status, text) => text.trim() === status),
  finds(
    'filter-without-accents',
    'The filter is compared in a collation without accents.',
    (status, text) => withoutAccents(text) === status,
  ),
  finds(
    'filter-in-compatibility-form',
    'The filter is normalised, so wide letters are plain ones.',
    (status, text) => text.normalize('NFKC') === status,
  ),
  finds(
    'filter-case-folded-beyond-ascii',
    'The filter is put into capitals, which some letters share.',
    (status, text) => !isAscii(text) && text.toUpperCase() === status.toUpperCase(),
  ),
  finds('filter-like-percent', 'The filter is used with LIKE, and percent signs match any text.', (status, text) =>
    wholly(literal(text).replaceAll('%', '.*'), status),
  ),
  finds('filter-like-underscore', 'The filter is used with LIKE, and underscores match any letter.', (status, text) =>
    wholly(literal(text).replaceAll('_', '.'), status),
  ),
  finds('filter-glob', 'Asterisks and question marks in the filter match any text.', (status, text) =>
    wholly(literal(text).replaceAll('\\*', '.*').replaceAll('\\?', '.'), status),
  ),
  finds(
    'filter-regular-expression',
    'The filter is a regular expression.',
    (status, text) => isPattern(text) && wholly(text, status),
  ),
  finds('filter-split-at-commas', 'The filter is a list with commas.', (status, text) =>
    text.split(',').includes(status),
  ),
  finds('filter-split-at-bars', 'The filter is a list with vertical bars.', (status, text) =>
    text.split('|').includes(status),
  ),
  finds('filter-contained', 'The filter finds every status that contains it.', (status, text) => status.includes(text)),
  finds('filter-may-go-on', 'The comparison stops at the end of the status.', (status, text) =>
    text.startsWith(status),
  ),
  finds('filter-unquoted', 'Quotes around the filter are removed.', (status, text) =>
    [`"${status}"`, `'${status}'`].includes(text),
  ),
  finds(
    'filter-by-number',
    'A number is taken for the position of a status in the enumeration.',
    (status, text) => text === `${STATUSES.indexOf(status)}`,
  ),
  {
    name: 'invalid-utf-8-filter-crashes',
    story: 'The bytes of a filter are decoded without a thought for those that are not UTF-8.',
    violates: ['list.status.unknown', 'errors.no-5xx'],
    change: (rules) =>
      answering(rules, (answer, { search }) =>
        membersOf(answer.content).code === 'invalid_url' && /status=[^&]*%[89a-f]/i.test(search) ? crash() : answer,
      ),
  },
  {
    name: 'sold-filter-draws-401',
    story: 'Sold pets need another permission, and nobody has it.',
    violates: ['list.status.only'],
    change: (rules) => ({
      readStatusFilter: (query) => {
        const status = rules.readStatusFilter(query);
        if (status === 'sold') throw refusal('unauthorized');
        return status;
      },
    }),
  },
  escapes('limit-in-hexadecimal', 'A hexadecimal limit is converted after the check.', /^0x[0-9a-f]+$/i, Number),
  escapes('limit-with-an-exponent', 'A limit with an exponent is converted after the check.', /^\d+e\d+$/i, Number),
  escapes('limit-in-wide-digits', 'A limit in wide digits is converted after the check.', /^[０-９]+$/, digits),
  escapes(
    'limit-padded',
    'A limit with spaces around it is converted after the check.',
    /^\s+\d+\s*$|^\d+\s+$/,
    Number,
  ),
  escapes('limit-signed', 'A limit with a plus sign is converted after the check.', /^\+\d+$/, Number),
  escapes('limit-with-a-fraction', 'A limit that ends in .0 is converted after the check.', /^\d+\.0+$/, Number),
  escapes('limit-with-a-suffix', 'A limit is read up to its first letter, after the check.', /^\d+[a-z]+$/i, (text) =>
    Number.parseInt(text, 10),
  ),
  escapes('limit-infinity', 'Infinity is a number, and no maximum stops it.', /^\+?infinity$/i, () => Infinity),
  {
    name: 'limit-in-wide-digits-crashes',
    story: 'Wide digits pass as digits and cannot be converted.',
    violates: ['list.limit.malformed', 'errors.no-5xx'],
    change: (rules) => ({
      readLimit: (query) =>
        /^\p{Nd}*[^\P{Nd}0-9]\p{Nd}*$/u.test(onlyValue(query, 'limit') ?? '') ? crash() : rules.readLimit(query),
    }),
  },
];
