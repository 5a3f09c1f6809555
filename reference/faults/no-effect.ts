import type { Alteration, Fault } from '../change.ts';
import { answer } from '../combinators/answer.ts';
import { type Answers, refused } from '../combinators/answers.ts';
import { storedAnyway } from '../combinators/becomes.ts';
import { all, forSome, type Which } from '../combinators/compose.ts';
import { fields, keepAnyway, statusValue } from '../combinators/create.ts';
import { deny } from '../combinators/failures.ts';
import { isChunked } from '../combinators/requests.ts';
import { isStatus, isText } from '../combinators/sent.ts';
import type { Request } from '../model.ts';
import { Store } from '../store.ts';
import { faults } from './fault.ts';

const LATER_MS = 400;

/** Stores the pet of a creation that was refused some time after the answer. */
const storedLater =
  (which: Answers): Alteration =>
  (rules) => {
    const queue: { readonly due: number; readonly request: Request }[] = [];
    return {
      around: async (perform, store, request) => {
        // Nobody sees the store between two requests, so the queue is worked off when the next one arrives.
        while (queue[0] !== undefined && queue[0].due <= rules.now()) {
          keepAnyway(rules, store, queue[0].request);
          queue.shift();
        }
        const given = await rules.around(perform, store, request);
        if (which(given, request)) queue.push({ due: rules.now() + LATER_MS, request });
        return given;
      },
    };
  };

const stored = (status: number, which: Which): Alteration =>
  answer((given, request) => refused(status, 'createPet')(given, request) && which(request))(storedAnyway);

/** Refused pets go to a second store, which only getPet reads. */
const storedAside: Alteration = (rules) => {
  const aside = new Store();
  const keepAside = answer(refused(400, 'createPet'))((given, request, store) => {
    keepAnyway({ ...rules, keep: (_store, pet) => aside.keep(pet) }, store, request);
    return given;
  });
  return { ...keepAside(rules), find: (store, id, request) => rules.find(store, id, request) ?? aside.find(id) };
};

/** Creations that are refused and leave something behind. */
export const noEffectFaults: readonly Fault[] = [
  ...faults({ violates: ['auth.no-effect'] }, [
    {
      name: 'unauthorised-create-adds',
      story: 'The pet is written before the credential is checked.',
      change: stored(401, () => true),
    },
    {
      name: 'create-without-key-adds',
      story: 'The check for a missing header answers 401 and forgets to return.',
      change: stored(401, (request) => request.headers.authorization === undefined),
    },
    {
      name: 'unauthorised-creation-stored-later',
      story: 'A queue stores it after the 401.',
      change: storedLater(refused(401, 'createPet')),
    },
  ]),
  ...faults({ violates: ['create.no-effect'] }, [
    {
      name: 'refused-create-adds',
      story: 'The pet is written first and checked in the same transaction, which nobody rolls back.',
      change: stored(400, () => true),
    },
    {
      name: 'refused-creation-can-be-fetched',
      story: 'The cache of getPet keeps what the database refused.',
      change: storedAside,
    },
    {
      name: 'refused-creation-stored-later',
      story: 'A queue stores it after the 400.',
      change: storedLater(refused(400, 'createPet')),
    },
    {
      name: 'other-media-type-adds',
      story: 'The media type is checked behind the writing, by a step of its own that answers 415.',
      change: (rules) => stored(415, () => true)({ ...rules, checkMediaType: () => undefined }),
    },
    {
      name: 'body-in-pieces-adds',
      story: 'A body in pieces is handed on before its missing length is refused with 411.',
      change: all(stored(411, isChunked), forSome(isChunked)(fields(() => deny(411, 'length_required')))),
    },
  ]),
  ...faults({ violates: ['create.bad-status', 'create.no-effect', 'create.invalid'] }, [
    {
      name: 'conflicting-status-adds',
      story: 'A status that is not one of the three is a conflict with the row that is already written: 409.',
      change: all(
        statusValue((value) => (isText(value) && !isStatus(value) ? deny(409, 'unknown_status') : value)),
        stored(409, () => true),
      ),
    },
  ]),
];
