import { REMOVAL_DATE } from '../harness/run/check.ts';
import type { CheckContext } from '../harness/run/context.ts';
import { Skipped } from '../harness/verdict/verdicts.ts';
import type { RequirementId } from './catalogue.ts';
import { ERROR_STATUSES } from './invariants/errors.ts';
import { after, watched } from './requirement.ts';

/** Whose failure may be why a status was not seen. */
const DRAWN_BY: Readonly<Record<(typeof ERROR_STATUSES)[number], readonly RequirementId[]>> = {
  '400': [
    'auth.accepted',
    'create.minimal',
    'create.missing-field',
    'create.wrong-type',
    'create.out-of-range',
    'create.bad-status',
    'create.bad-body',
    'create.invalid',
  ],
  '401': [
    'auth.missing.listPets',
    'auth.missing.createPet',
    'auth.missing.getPet',
    'auth.invalid-key.listPets',
    'auth.invalid-key.createPet',
    'auth.invalid-key.getPet',
  ],
  '404': ['auth.accepted', 'deprecation.still-served', 'get.unknown'],
  other: [],
};

export const errorChecks = [
  ...ERROR_STATUSES.flatMap((status) => {
    const seen = {
      ...(status === 'other' && { orElse: 'No other error status was seen.' }),
      whyNothing: (context: CheckContext) => whyNot(status, context),
      needs: after('body.json'),
    };
    return [
      watched(`errors.shape.${status}`, { what: status, drawnBy: ['body.json', ...DRAWN_BY[status]], ...seen }),
      watched(`errors.status-matches.${status}`, {
        what: `Error with an integer status in a ${status}`,
        drawnBy: ['body.json', `errors.shape.${status}`, ...DRAWN_BY[status]],
        ...seen,
      }),
    ];
  }),
  watched('errors.documented-status', { what: 'response to a documented request' }),
  watched('errors.no-5xx', { what: 'response' }),
  watched('errors.informative', {
    what: 'well-formed Error',
    drawnBy: ['body.json'],
    needs: after('body.json'),
  }),
  watched('errors.no-leak', { what: 'error' }),
  watched('body.content-type', { what: 'body' }),
  watched('body.json', { what: 'body' }),
  watched('body.pet-shape', { what: 'Pet' }),
];

/** The settings may rule out every documented way to draw this status. */
function whyNot(status: (typeof ERROR_STATUSES)[number], { settings }: CheckContext): Skipped | undefined {
  if (status === '400' && settings.readOnly) {
    return new Skipped({ kind: 'read-only', needs: 'a request that could create a pet to draw a 400' });
  }
  if (status === '404' && settings.now >= REMOVAL_DATE) {
    return new Skipped({ kind: 'removal-date', date: REMOVAL_DATE, now: settings.now });
  }
  return undefined;
}
