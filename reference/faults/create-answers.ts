import type { Fault } from '../change.ts';
import { answer, overlap, shown } from '../combinators/answer.ts';
import { succeeds } from '../combinators/answers.ts';
import { withContent, withStatus } from '../combinators/becomes.ts';
import { all, forSome } from '../combinators/compose.ts';
import { assigned, bodyValue, ids, name, storedTwice } from '../combinators/create.ts';
import { crash, deny, reject } from '../combinators/failures.ts';
import { INT64_MAX, isInt64 } from '../int64.ts';
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
export const createAnswerFaults: readonly Fault[] = [
  ...faults({ violates: ['create.minimal'] }, [
    {
      name: 'created-as-200',
      story: 'The framework answers 200 by default, and nobody changed that.',
      also: ['create.with-status', 'create.echo', 'errors.documented-status', 'history.agrees'],
      change: answer(created)(withStatus(200)),
    },
    {
      name: 'name-in-capitals',
      story: 'Names are written in capitals, as on the labels of the cages.',
      also: ['create.echo', 'history.agrees'],
      change: name((s) => s.toUpperCase()),
    },
    {
      name: 'every-creation-refused',
      story: 'The validator has the wrong schema and refuses every body.',
      also: ['create.with-status', 'create.echo', 'history.agrees'],
      change: bodyValue(() => reject()),
    },
  ]),
  ...faults({ violates: ['create.minimal', 'list.ok', 'errors.no-5xx'] }, [
    {
      name: 'pet-without-a-status-cannot-be-written',
      story: 'Whatever writes a pet calls a method of its status, and throws where there is none.',
      also: ['list.limit.minimum', 'list.limit.maximum', 'list.limit.honoured', 'create.echo'],
      change: shown((pet) => (pet.status === undefined ? crash() : pet)),
    },
  ]),
  ...faults({ violates: ['create.minimal', 'body.pet-shape'] }, [
    {
      name: 'create-wraps-the-pet',
      story: 'The answer of createPet is in an envelope.',
      also: ['create.with-status', 'create.echo', 'create.int64', 'create.id.int64', 'history.agrees'],
      change: answer(created)(withContent((data) => ({ data }))),
    },
  ]),
  ...faults({ violates: ['create.id.int64', 'body.pet-shape'] }, [
    {
      name: 'id-as-text',
      story: 'Ids are text, so that browsers keep their digits.',
      change: shown((pet) => ({ ...pet, id: `${pet.id}` })),
    },
    {
      name: 'id-outgrows-int64',
      story: 'The sequence of ids, all odd, was started a little below the end of int64 and goes on beyond it.',
      change: beyondInt64((serial) => INT64_MAX - 20n + 2n * serial),
    },
  ]),
  ...faults({ violates: ['create.id.unique'] }, [
    {
      name: 'same-body-same-pet',
      story: 'A body that was sent before is taken for a repetition and gets the first pet again.',
      change: assigned((nextId, fields, store) => {
        const twin = twinOf(fields, store);
        return twin !== undefined && twin.status === fields.status ? twin.id : nextId();
      }),
    },
    {
      name: 'id-read-back-too-late',
      // Which of them shows it depends on what other clients create in the same moment.
      violates: ['create.id.unique', 'list.status.complete'],
      also: ['list.complete', 'list.status.with-limit', 'get.found', 'deprecation.replacement', 'history.agrees'],
      anyOf: true,
      story: 'The new id is read back as the highest one, after others may have added theirs.',
      change: (rules) => ({
        around: async (perform, store, request) => {
          const given = await rules.around(perform, store, request);
          if (given.status === 201) await overlap(rules);
          const id = store.all().at(-1)?.id ?? null;
          return given.status === 201 ? { ...given, content: { ...membersOf(given.content), id } } : given;
        },
      }),
    },
    {
      name: 'created-twice',
      story: 'A listener is registered twice, and adds every pet once more.',
      change: storedTwice,
    },
  ]),
  ...faults({ violates: ['create.id.unique', 'errors.no-5xx'] }, [
    {
      name: 'second-identical-create-crashes',
      story: 'A unique index over all the fields turns an identical pet into an exception.',
      also: ['create.with-status'],
      change: assigned((nextId, fields, store) => (twinOf(fields, store) === undefined ? nextId() : crash())),
    },
  ]),
  ...faults({ violates: ['create.client-id'] }, [
    {
      name: 'client-id-met-by-the-sequence',
      story: 'A free id is taken over, and the sequence that comes to it later replaces its pet.',
      change: assigned((nextId, { id }, store) => (isInt64(id) && store.find(id) === undefined ? id : nextId())),
    },
    {
      name: 'client-id-overwrites',
      story: 'A creation with the id of a pet that exists replaces that pet.',
      also: ['list.complete', 'get.found'],
      change: assigned((nextId, { id }, store) =>
        typeof id === 'bigint' && store.find(id) !== undefined ? id : nextId(),
      ),
    },
    {
      name: 'client-id-changes-the-status',
      story: 'The pet that has the id of the client gets the status of the new one.',
      also: ['list.complete', 'get.found'],
      change: assigned((nextId, { id }, store) => {
        const owner = typeof id === 'bigint' && store.find(id);
        if (owner) store.keep({ ...owner, status: 'available' });
        return nextId();
      }),
    },
  ]),
  ...faults({ violates: ['create.client-id', 'errors.no-5xx'] }, [
    {
      name: 'client-id-taken-crashes',
      story: 'The id of the client is inserted, and a taken one breaks the primary key.',
      change: assigned((nextId, { id }, store) =>
        typeof id === 'bigint' && store.find(id) !== undefined ? crash() : nextId(),
      ),
    },
  ]),
  ...faults({ violates: ['errors.documented-status'] }, [
    {
      name: 'create-queued-in-large-stores',
      violates: ['errors.documented-status', 'create.minimal', 'create.with-status'],
      also: ['create.echo', 'history.agrees'],
      story: 'Beyond ninety pets, creations are answered as queued: 202.',
      change: forSome(({ stored }) => stored >= 90)(answer(created)(withStatus(202))),
    },
    {
      name: 'create-stops-at-ninety',
      story: 'The plan of the customer includes ninety pets, and the next is refused with 403.',
      also: ['create.minimal', 'create.with-status', 'create.echo', 'history.agrees'],
      change: assigned((nextId, _fields, { size }) =>
        size >= 90 ? deny(403, 'quota_exceeded', 'The plan includes no more pets.') : nextId(),
      ),
    },
  ]),
];
