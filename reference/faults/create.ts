import type { Fault } from '../change.ts';
import { isInt64 } from '../int64.ts';
import { membersOf } from '../json/value.ts';
import { refusal } from '../refusal.ts';
import { answering, overlap, throughDouble } from './tools.ts';

const UINT64_START = 2n ** 63n;

/** What an accepted creation answers: its status, its fields, its id. */
export const createFaults: readonly Fault[] = [
  {
    name: 'created-as-200',
    story: 'The framework answers 200 unless told otherwise, and nobody told it.',
    violates: ['create.minimal'],
    change: (rules) => answering(rules, (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer)),
  },
  {
    name: 'created-as-202',
    story: 'The pet is added at once, but the answer speaks of a queue.',
    violates: ['create.minimal'],
    change: (rules) => answering(rules, (answer) => (answer.status === 201 ? { ...answer, status: 202 } : answer)),
  },
  {
    name: 'create-answers-id-only',
    story: 'The answer to a creation holds the new id and nothing else.',
    violates: ['create.minimal', 'body.pet-shape'],
    change: (rules) => ({
      presentPet: (pet, request) =>
        request.operation === 'createPet' ? { id: pet.id } : rules.presentPet(pet, request),
    }),
  },
  {
    name: 'create-wraps-the-pet',
    story: 'The answer to a creation is put into an envelope.',
    violates: ['create.minimal', 'body.pet-shape'],
    change: (rules) =>
      answering(rules, (answer) => (answer.status === 201 ? { ...answer, content: { data: answer.content } } : answer)),
  },
  {
    name: 'status-required',
    story: 'The status has no default, so it is asked for.',
    violates: ['create.minimal'],
    change: (rules) => ({
      readStatus: (value) => {
        if (value === undefined) throw refusal('invalidPet', { message: 'status is required.' });
        return rules.readStatus(value);
      },
    }),
  },
  {
    name: 'name-in-capitals',
    story: 'Names are written in capitals, as on the labels of the cages.',
    violates: ['create.minimal'],
    change: (rules) => ({ readName: (value) => rules.readName(value).toUpperCase() }),
  },
  {
    name: 'status-not-stored',
    story: 'The status is checked and then left out of the INSERT.',
    violates: ['create.with-status'],
    change: (rules) => ({
      readStatus: (value) => {
        rules.readStatus(value);
        return undefined;
      },
    }),
  },
  {
    name: 'pending-becomes-available',
    story: 'Every new pet that is not sold starts as available.',
    violates: ['create.with-status'],
    change: (rules) => ({
      readStatus: (value) => {
        const status = rules.readStatus(value);
        return status === 'pending' ? 'available' : status;
      },
    }),
  },
  {
    name: 'sold-refused',
    story: 'The engineer found that nobody adds a pet that is sold already.',
    violates: ['create.with-status'],
    change: (rules) => ({
      readStatus: (value) => {
        if (value === 'sold') throw refusal('invalidPet', { message: 'A new pet cannot be sold.' });
        return rules.readStatus(value);
      },
    }),
  },
  {
    name: 'category-through-double',
    story: 'Numbers are parsed as doubles, so a category beyond 2^53 is rounded.',
    violates: ['create.int64'],
    change: (rules) => ({ readCategoryId: (value) => throughDouble(rules.readCategoryId(value)) }),
  },
  {
    name: 'category-in-32-bits',
    story: 'The column of the category is an integer of 32 bits, and the driver wraps.',
    violates: ['create.int64'],
    change: (rules) => ({ readCategoryId: (value) => BigInt.asIntN(32, rules.readCategoryId(value)) }),
  },
  {
    name: 'category-beyond-32-bits-refused',
    story: 'A category beyond 32 bits is refused as invalid.',
    violates: ['create.int64'],
    change: (rules) => ({
      readCategoryId: (value) => {
        const category = rules.readCategoryId(value);
        if (BigInt.asIntN(32, category) !== category) throw refusal('invalidPet');
        return category;
      },
    }),
  },
  {
    name: 'lowest-category-refused',
    story: 'The range is checked on the absolute value, which the lowest int64 does not have.',
    violates: ['create.int64'],
    change: (rules) => ({
      readCategoryId: (value) => {
        const category = rules.readCategoryId(value);
        if (!isInt64(-category)) throw refusal('invalidPet');
        return category;
      },
    }),
  },
  {
    name: 'negative-category-refused',
    story: 'Categories are taken to be positive, as a sequence makes them.',
    violates: ['create.int64'],
    change: (rules) => ({
      readCategoryId: (value) => {
        const category = rules.readCategoryId(value);
        if (category < 0n) throw refusal('invalidPet');
        return category;
      },
    }),
  },
  {
    name: 'large-category-as-text',
    story: 'A category beyond 2^53 is written as text, so that browsers keep its digits.',
    violates: ['create.int64', 'body.pet-shape'],
    change: (rules) => ({
      presentPet: (pet, request) => ({
        ...rules.presentPet(pet, request),
        ...(BigInt.asIntN(54, pet.categoryId) === pet.categoryId ? {} : { categoryId: pet.categoryId.toString() }),
      }),
    }),
  },
  {
    name: 'id-as-text',
    story: 'Ids are written as text, so that browsers keep their digits.',
    violates: ['create.id.int64', 'body.pet-shape'],
    change: (rules) => ({
      presentPet: (pet, request) => ({ ...rules.presentPet(pet, request), id: pet.id.toString() }),
    }),
  },
  {
    name: 'id-unsigned',
    story: 'Ids are unsigned integers of 64 bits, all in the upper half.',
    violates: ['create.id.int64', 'body.pet-shape'],
    change: (rules) => ({
      assignId: (serial) => UINT64_START + BigInt(serial),
      readPetId: (text) => (/^\d{19,20}$/.test(text) ? BigInt(text) : rules.readPetId(text)),
    }),
  },
  {
    name: 'id-outgrows-int64',
    story: 'The sequence of ids, all odd, was started a little below the end of int64 and goes on beyond it.',
    violates: ['create.id.int64', 'body.pet-shape'],
    change: (rules) => ({
      assignId: (serial) => UINT64_START - 21n + 2n * BigInt(serial),
      readPetId: (text) => (/^\d{19,20}$/.test(text) ? BigInt(text) : rules.readPetId(text)),
    }),
  },
  {
    name: 'same-body-same-pet',
    story: 'A body that was sent before is taken for a repetition and gets the first pet again.',
    violates: ['create.id.unique'],
    change: (rules) => ({
      assignId: (serial, fields, store) => {
        const same = store.all().find((pet) => pet.name === fields.name && pet.categoryId === fields.categoryId);
        return same !== undefined && same.status === fields.status ? same.id : rules.assignId(serial, fields, store);
      },
    }),
  },
  {
    name: 'id-read-back-too-late',
    story: 'The new id is read back as the highest one, after others may have added theirs.',
    violates: ['create.id.unique'],
    change: (rules) => {
      let highest = 0n;
      return {
        assignId: (serial, fields, store) => {
          highest = rules.assignId(serial, fields, store);
          return highest;
        },
        around: async (request, answer, store) => {
          const given = await rules.around(request, answer, store);
          if (given.status !== 201) return given;
          await overlap();
          return { ...given, content: { ...membersOf(given.content), id: highest } };
        },
      };
    },
  },
  {
    name: 'second-identical-create-crashes',
    story: 'A unique index over all the fields turns an identical pet into an exception.',
    violates: ['create.id.unique', 'errors.no-5xx'],
    change: (rules) => ({
      assignId: (serial, fields, store) => {
        const same = store.all().some((pet) => pet.name === fields.name && pet.categoryId === fields.categoryId);
        if (same) throw new Error('unique index violated');
        return rules.assignId(serial, fields, store);
      },
    }),
  },
];
