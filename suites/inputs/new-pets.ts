import { INT64_MAX, INT64_MIN } from '../../harness/json/exact-json.ts';
import { LIMIT, type PetStatus, STATUSES } from '../reading/document.ts';
import { MARKED_CATEGORIES } from '../world/marks.ts';
import { rare, type Table, tableOf, type Value } from './value.ts';

/** One more than the largest page has. */
export const CROWD = LIMIT.maximum + 1;

export interface CategoryValue extends Value {
  readonly category: bigint;
}

const category = (id: string, label: string, value: bigint): CategoryValue => ({
  id,
  label: `categoryId ${label}`,
  category: value,
});

/** Of a pet whose name has no mark: another one for each (new-pets.ts of the probes). */
export const MARK: CategoryValue = category('mark', 'of ten digits', MARKED_CATEGORIES.from);

/** Where doubles, 32-bit and signed arithmetic go wrong, and what a check for truth or for a sign refuses. */
export const CATEGORIES: Table<CategoryValue> = tableOf(
  'category',
  [
    category('one', '1', 1n),
    category('beyond-double', '2^53 + 1', 2n ** 53n + 1n),
    category('int64-minimum', '-2^63', INT64_MIN),
    category('int64-maximum', '2^63 - 1', INT64_MAX),
    category('two-to-31', '2^31', 2n ** 31n),
    category('beyond-32-bits', '2^32 + 7', 2n ** 32n + 7n),
    category('zero', '0', 0n),
    category('minus-one', '-1', -1n),
    category('thousands', '1200', 1_200n),
    category('beyond-negative-double', '-2^53 - 1', -(2n ** 53n) - 1n),
    category('many-digits', 'of 19 digits', 7_205_759_403_792_793_601n),
    category('beyond-a-signed-byte', '200', 200n),
    category('beyond-16-bits', '40000', 40_000n),
    category('two-to-53', '2^53', 2n ** 53n), // The same double as 2^53 + 1.
    rare(category('two-to-8', '256', 256n)),
    rare(category('two-to-15', '32768', 32_768n)),
    rare(category('two-to-16', '65536', 65_536n)),
    rare(category('beyond-float', '2^24 + 1', 2n ** 24n + 1n)),
    rare(category('two-to-32', '2^32', 2n ** 32n)),
    rare(category('negative-32-bits', '-2^31 - 1', -(2n ** 31n) - 1n)),
    rare(category('below-int64-maximum', '2^63 - 2', INT64_MAX - 1n)),
    rare(category('two-to-62', '2^62', 2n ** 62n)),
  ],
  'one',
);

export interface StatusValue extends Value {
  readonly status: PetStatus | undefined;
}

/** A pet may have each of the three, or none. */
export const PET_STATUSES: Table<StatusValue> = tableOf('status', [
  ...STATUSES.map((status): StatusValue => ({ id: status, label: `status ${status}`, status })),
  { id: 'none', label: 'no status', status: undefined },
]);

/** The same statuses, with the one of most pets of a run as the plain one. */
export function statusesAround(plain: PetStatus): Table<StatusValue> {
  return { ...PET_STATUSES, plain };
}

export interface Fields {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: PetStatus | undefined;
}

export interface SpellingValue extends Value {
  readonly write: (fields: Fields) => string;
}

const quoted = (text: string) => JSON.stringify(text);
const members = ({ name, categoryId, status }: Fields): readonly string[] => [
  `"name":${quoted(name)}`,
  `"categoryId":${categoryId}`,
  ...(status === undefined ? [] : [`"status":${quoted(status)}`]),
];

export const compact = (fields: Fields): string => `{${members(fields).join(',')}}`;

function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return units.map((digits, at) => `\\u${at % 2 === 0 ? digits : digits.toUpperCase()}`).join('');
}

const spaced = (fields: Fields, space: string) =>
  `${space}{${space}${members(fields)
    .map((text) => text.replace(/^("\w+"):/, `$1${space}:${space}`))
    .join(`${space},${space}`)}${space}}${space}`;

/** One NewPet as different writers of JSON spell it, the plain spelling first. */
export const SPELLINGS: Table<SpellingValue> = tableOf(
  'spelling',
  [
    { id: 'compact', label: 'compact JSON', write: compact },
    { id: 'spaced', label: 'white space between all tokens', write: (fields) => spaced(fields, '\r\n\t ') },
    {
      id: 'reordered',
      label: 'fields in another order',
      write: (fields) => {
        const [name, ...others] = members(fields);
        return `{${[...others, name].join(',')}}`;
      },
    },
    {
      id: 'reversed',
      label: 'fields in reverse order',
      write: (fields) => `{${members(fields).toReversed().join(',')}}`,
    },
    {
      id: 'escaped',
      label: 'every character escaped',
      write: ({ name, categoryId, status }) => {
        const last = status ? `,"status":"${escaped(status)}"` : '';
        return `{"n\\u0061me":"${escaped(name)}","categoryId":${categoryId}${last}}`;
      },
    },
    {
      id: 'ascii',
      label: 'characters beyond ASCII and slashes escaped',
      write: (fields) => compact(fields).replace(/[^\x20-\x7e]|\//g, (char) => (char === '/' ? '\\/' : escaped(char))),
    },
    {
      id: 'far-apart',
      label: '120 blanks between tokens, more than 1,000 bytes in all',
      write: (fields) => spaced(fields, ' '.repeat(120)),
    },
    rare({
      id: 'spread-out',
      label: '5,000 blanks between tokens',
      write: (fields) => spaced(fields, ' '.repeat(5_000)),
    }),
  ],
  'compact',
);

export interface FramingValue extends Value {
  /** Byte offset of the cut, if the body is sent in pieces. */
  readonly cutAt: (body: string) => number | undefined;
}

const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** A service may read only the first piece, or decode each alone. */
export const FRAMINGS: Table<FramingValue> = tableOf(
  'framing',
  [
    { id: 'whole', label: 'sent whole', cutAt: () => undefined },
    {
      id: 'in-pieces',
      label: 'sent in pieces',
      // Inside a character, if one has several bytes.
      cutAt: (body) => {
        const bytes = Buffer.from(body);
        const inner = bytes.findIndex(isWithinCharacter);
        return inner < 0 ? bytes.length >> 1 : inner;
      },
    },
    rare({ id: 'behind-first-byte', label: 'cut behind the first byte', cutAt: () => 1 }),
    rare({ id: 'before-last-byte', label: 'cut before the last byte', cutAt: (body) => Buffer.byteLength(body) - 1 }),
  ],
  'whole',
);

export interface MediaTypeValue extends Value {
  readonly contentType: string;
}

/** As clients write the type of a body: all of them are application/json. */
export const MEDIA_TYPES: Table<MediaTypeValue> = tableOf(
  'media-type',
  [
    { id: 'json', label: 'application/json', contentType: 'application/json' },
    { id: 'with-charset', label: 'application/json; charset=utf-8', contentType: 'application/json; charset=utf-8' },
    {
      id: 'charset-in-capitals',
      label: 'application/json;charset=UTF-8, as Spring sends',
      contentType: 'application/json;charset=UTF-8',
    },
  ],
  'json',
);
