import type { Fault } from '../change.ts';
import { answer, overlap, shown } from '../combinators/answer.ts';
import { succeeds } from '../combinators/answers.ts';
import { withContent, withStatus } from '../combinators/becomes.ts';
import { all, forSome } from '../combinators/compose.ts';
import { assigned, bodyValue, ids, name, statusValue, storedTwice } from '../combinators/create.ts';
import { crash, deny, reject } from '../combinators/failures.ts';
import { isCreation } from '../combinators/requests.ts';
import { lacks, sent } from '../combinators/sent.ts';
import { INT64_MAX } from '../int64.ts';
import { type JsonObject, membersOf } from '../json/value.ts';
import type { Pet } from '../model.ts';
import type { Store } from '../store.ts';
import { faults } from './fault.ts';

const created = succeeds('createPet');

/** A pet with the fields of a body. */
const twinOf = (fields: JsonObject, store: Store): Pet | undefined =>
  store.all().find((pet) => pet.name === fields.name && pet.categoryId === fields.categoryId);

/** Ids beyond int64 are read in paths as well. */
const beyondInt64 = (idOf: (serial: bigint) => bigint) =>
  all(ids(idOf), (rules) => ({
    readPetId: (text, request) => (/^\d{19,20}$/.test(text) ? BigInt(text) : rules.readPetId(text, request)),
  }));

/** What an accepted creation answers: its status, its id, and what happens to ids that clients send. */
export const createAnswerFaults: readonly Fault[] = faults([
  'violates create.minimal',
  ['created-as-200: The framework answers 200 by default, and nobody changed that.', answer(created)(withStatus(200))],
  ['created-as-202: The pet is added at once, but the answer speaks of a queue.', answer(created)(withStatus(202))],
  'status-required: The status has no default, so it is required.',
  forSome(lacks('status'))(statusValue(() => reject('status is required.'))),
  ['name-in-capitals: Names are written in capitals, as on the labels of the cages.', name((s) => s.toUpperCase())],
  ['every-creation-refused: The validator has the wrong schema and refuses every body.', bodyValue(() => reject())],
  'violates create.minimal, body.pet-shape',
  'create-answers-id-only: The answer to a creation has the new id and nothing else.',
  forSome(isCreation)(shown(({ id = null }) => ({ id }))),
  'create-wraps-the-pet: The answer of createPet is in an envelope.',
  answer(created)(withContent((data) => ({ data }))),
  'violates create.id.int64, body.pet-shape',
  ['id-as-text: Ids are text, so that browsers keep their digits.', shown((pet) => ({ ...pet, id: `${pet.id}` }))],
  'id-unsigned: Ids are unsigned, all in the upper half of 64 bits.',
  beyondInt64((serial) => INT64_MAX + 1n + serial),
  'id-outgrows-int64: The sequence of ids, all odd, was started a little below the end of int64 and goes on beyond it.',
  beyondInt64((serial) => INT64_MAX - 20n + 2n * serial),
  'violates create.id.unique',
  'same-body-same-pet: A body that was sent before is taken for a repetition and gets the first pet again.',
  assigned((nextId, fields, store) => {
    const twin = twinOf(fields, store);
    return twin !== undefined && twin.status === fields.status ? twin.id : nextId();
  }),
  'id-read-back-too-late: The new id is read back as the highest one, after others may have added theirs.',
  (rules) => ({
    around: async (perform, store, request) => {
      const given = await rules.around(perform, store, request);
      if (given.status === 201) await overlap(rules);
      const id = store.all().at(-1)?.id ?? null;
      return given.status === 201 ? { ...given, content: { ...membersOf(given.content), id } } : given;
    },
  }),
  ['created-twice: A listener is registered twice, and adds every pet once more.', storedTwice],
  'violates create.id.unique, errors.no-5xx',
  'second-identical-create-crashes: A unique index over all the fields turns an identical pet into an exception.',
  assigned((nextId, fields, store) => (twinOf(fields, store) === undefined ? nextId() : crash())),
  'violates create.client-id',
  'client-id-overwrites: A creation with the id of a pet that exists replaces that pet.',
  assigned((nextId, { id }, store) => (typeof id === 'bigint' && store.find(id) !== undefined ? id : nextId())),
  'client-id-echoed: The answer repeats the id of the client although the pet was stored under another.',
  forSome(isCreation)(shown((pet, request) => ({ ...pet, id: sent(request).id ?? pet.id ?? null }))),
  'client-id-changes-the-status: The pet that has the id of the client gets the status of the new one.',
  assigned((nextId, { id }, store) => {
    const owner = typeof id === 'bigint' && store.find(id);
    if (owner) store.keep({ ...owner, status: 'available' });
    return nextId();
  }),
  'violates create.client-id, errors.no-5xx',
  'client-id-taken-crashes: The id of the client is inserted, and a taken one breaks the primary key.',
  assigned((nextId, { id }, store) => (typeof id === 'bigint' && store.find(id) !== undefined ? crash() : nextId())),
  'violates errors.documented-status',
  'create-queued-in-large-stores: Beyond ninety pets, creations are answered as queued: 202.',
  forSome(({ stored }) => stored >= 90)(answer(created)(withStatus(202))),
  'create-stops-at-ninety: The plan of the customer includes ninety pets, and the next is refused with 403.',
  assigned((nextId, _fields, { size }) =>
    size >= 90 ? deny(403, 'quota_exceeded', 'The plan includes no more pets.') : nextId(),
  ),
]);
