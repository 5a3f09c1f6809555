import { byName, type Variant } from '../change.ts';
import { all } from '../combinators/compose.ts';
import { finds, limitQuery } from '../combinators/list.ts';
import { authCredentialFaults } from '../faults/auth-credentials.ts';
import { createFieldFaults } from '../faults/create-fields.ts';
import { createLenientFaults } from '../faults/create-lenient.ts';
import { createNameFaults } from '../faults/create-names.ts';
import { deprecationFaults } from '../faults/deprecation.ts';
import { errorFaults } from '../faults/errors.ts';

const faults = [
  ...authCredentialFaults,
  ...createFieldFaults,
  ...createNameFaults,
  ...deprecationFaults,
  ...errorFaults,
];

/** A few of them: each doubles the work on a text that none of them can read. */
const lenientParsers = [
  'keys-without-case',
  'trailing-text-ignored',
  'json-with-comments',
  'json-with-single-quotes',
  'json-with-trailing-commas',
  'json-with-bare-keys',
  'yaml-accepted',
].map((name) => byName(createLenientFaults, name).change);

/** What good practice asks for, and nothing that the specification does. */
const everyShould = all(
  ...[
    'no-challenge',
    'scheme-case-matters',
    'status-null-dropped',
    'name-trimmed',
    'deprecation-is-true',
    'everything-deprecated',
    'error-code-by-chance',
    'error-shows-a-stack-trace',
  ].map((name) => byName(faults, name).change),
  ...lenientParsers,
  // Last, since it checks bodies by all rules before it.
  byName(faults, 'body-checked-before-key').change,
);

const BAD_KEYS = 60;

/** Servers that do no more than they must. */
export const carelessVariants: readonly Variant[] = [
  { name: 'fails-every-should', story: 'Nothing that is only good practice is done.', change: everyShould },
  {
    name: 'takes-anything-but-bad-keys',
    story: `Odd input is taken as far as possible, and after ${BAD_KEYS} bad keys nobody is let in.`,
    change: all(
      (rules) => {
        let bad = 0;
        return {
          checkMediaType: () => undefined,
          authorised: (key, store, request) => {
            const isRight = rules.authorised(key, store, request) && bad < BAD_KEYS;
            if (!isRight) bad += 1;
            return isRight;
          },
        };
      },
      limitQuery((query) => (/^(100|[1-9]\d?)$/.test(query.get('limit')?.[0] ?? '') ? query : new Map())),
      finds((status, text) => status === text.trim()),
      ...lenientParsers,
    ),
    exitCode: 4,
  },
];
