import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import type { Rules } from '../rules.ts';
import { answering, crash, refuse } from './tools.ts';

const withMessage = (rules: Rules, status: number, alter: (message: string) => string): Partial<Rules> => ({
  presentError: (refusal, given, request) =>
    given === status
      ? { code: refusal.code, message: alter(refusal.message), status: given }
      : rules.presentError(refusal, given, request),
});

/** Statuses that nobody documented, and what a good Error would not hold. */
export const errorStatusFaults: readonly Fault[] = [
  {
    name: 'create-queued-in-large-stores',
    story: 'Beyond ninety pets, creations are answered as queued: 202.',
    violates: ['errors.documented-status'],
    change: (rules) => ({
      around: async (request, answer, store) => {
        const given = await rules.around(request, answer, store);
        return given.status === 201 && store.size > 90 ? { ...given, status: 202 } : given;
      },
    }),
  },
  {
    name: 'create-stops-at-ninety',
    story: 'The plan of the customer holds ninety pets, and the next is refused with 403.',
    violates: ['errors.documented-status'],
    change: (rules) => ({
      assignId: (serial, fields, store) => {
        if (store.size >= 90) throw refuse(403, 'quota_exceeded', 'The plan holds no more pets.');
        return rules.assignId(serial, fields, store);
      },
    }),
  },
  {
    name: 'other-type-crashes',
    story: 'A body of another type finds no parser, and nobody thought of that.',
    violates: ['errors.no-5xx'],
    change: (rules) => ({
      checkMediaType: (request) => {
        try {
          rules.checkMediaType(request);
        } catch {
          crash();
        }
      },
    }),
  },
  {
    name: 'broken-json-error-of-the-framework',
    story: 'A body that is not JSON is refused by the framework, in a form of its own.',
    violates: ['errors.shape.400'],
    change: (rules) => ({
      presentError: (refusal, status, request) =>
        refusal.code === 'invalid_json' ? { error: 'Bad Request' } : rules.presentError(refusal, status, request),
    }),
  },
  {
    name: 'get-401-without-a-code',
    story: 'getPet, the oldest operation, refuses a credential without a code.',
    violates: ['errors.shape.401'],
    change: (rules) => ({
      presentError: (refusal, status, request) =>
        status === 401 && request.operation === 'getPet'
          ? { message: refusal.message, status }
          : rules.presentError(refusal, status, request),
    }),
  },
  {
    name: 'create-401-says-403',
    story: 'createPet takes a missing credential for a missing permission, in the body only.',
    violates: ['errors.status-matches.401'],
    change: (rules) => ({
      presentError: (refusal, status, request) =>
        rules.presentError(refusal, status === 401 && request.operation === 'createPet' ? 403 : status, request),
    }),
  },
  {
    name: 'error-without-words',
    story: 'The message of a 404 is left empty.',
    violates: [],
    warns: ['errors.informative'],
    change: (rules) => withMessage(rules, 404, () => ''),
  },
  {
    name: 'error-code-by-chance',
    story: 'The code of a 404 is a new number each time, meant for the log.',
    violates: [],
    warns: ['errors.informative'],
    change: (rules) => {
      let incident = 1000;
      return answering(rules, (answer) => {
        incident += 1;
        return answer.status === 404
          ? { ...answer, content: { ...membersOf(answer.content), code: `incident-${incident}` } }
          : answer;
      });
    },
  },
  {
    name: 'error-shows-the-credential',
    story: 'A refused body is reported together with the headers of its request.',
    violates: [],
    warns: ['errors.no-leak'],
    change: (rules) => ({
      presentError: (refusal, status, request) => ({
        ...membersOf(rules.presentError(refusal, status, request)),
        ...(status === 400 ? { request: JSON.stringify(request.headers) } : {}),
      }),
    }),
  },
  {
    name: 'error-shows-a-stack-trace',
    story: 'The service runs in development mode, and a 400 says where it was thrown.',
    violates: [],
    warns: ['errors.no-leak'],
    change: (rules) =>
      withMessage(
        rules,
        400,
        (message) => `${message}\n    at validate (/srv/app/validate.js:12:7)\n    at handle (/srv/app/handle.js:40:3)`,
      ),
  },
];
