import type { Variant } from '../change.ts';
import type { Pet } from '../model.ts';
import { refusal } from '../refusal.ts';

const FIELDS = ['id', 'name', 'categoryId', 'status'];

const refusedNames = (name: string, story: string, refused: (name: string) => boolean): Variant => ({
  name,
  story,
  change: (rules) => ({
    readName: (value) => {
      const given = rules.readName(value);
      if (refused(given)) throw refusal('invalidPet', { message: 'This name is not accepted.' });
      return given;
    },
  }),
});

const defaultStatus = (status: NonNullable<Pet['status']>): Variant => ({
  name: `${status}-by-default`,
  story: `A pet that is added without a status is ${status}, and the answer says so.`,
  change: (rules) => ({ readStatus: (value) => rules.readStatus(value) ?? status }),
});

const knownCategories = (name: string, story: string, known: readonly bigint[]): Variant => ({
  name,
  story,
  settings: { 'category-ids': known.join(',') },
  mayStayOpen: { 'create.int64': 'No category beyond 2^53 is known there.' },
  change: (rules) => ({
    readCategoryId: (value) => {
      const category = rules.readCategoryId(value);
      if (!known.includes(category)) throw refusal('invalidPet', { message: 'There is no such category.' });
      return category;
    },
  }),
});

const isOddName = (name: string) => name.trim() === '' || [...name].length > 255 || /\p{Cc}/u.test(name);

/** What the specification leaves open about the bodies that clients send. */
export const bodyVariants: readonly Variant[] = [
  defaultStatus('available'),
  defaultStatus('pending'),
  {
    name: 'unknown-fields-refused',
    story: 'A field that is not documented is refused with 400.',
    change: (rules) => ({
      readFields: (body) => {
        const fields = rules.readFields(body);
        const unknown = Object.keys(fields).some((name) => !FIELDS.includes(name));
        if (unknown) throw refusal('invalidPet', { message: 'The body holds an unknown field.' });
        return fields;
      },
    }),
  },
  refusedNames('empty-names-refused', 'A name must not be empty.', (name) => name === ''),
  refusedNames('blank-names-refused', 'A name must not be blank.', (name) => name.trim() === ''),
  refusedNames('long-names-refused', 'A name has at most 255 characters.', (name) => [...name].length > 255),
  refusedNames('control-characters-refused', 'A name must not hold control characters.', (name) =>
    /\p{Cc}/u.test(name),
  ),
  refusedNames(
    'names-as-strict-as-allowed',
    'A name must not be blank, longer than 255 characters or have control characters.',
    isOddName,
  ),
  {
    name: 'odd-names-refused-with-422',
    story: 'A name that is blank, longer than 255 characters or has control characters is refused with 422.',
    change: (rules) => ({
      readName: (value) => {
        const name = rules.readName(value);
        if (isOddName(name)) throw refusal('invalidPet', { status: 422, message: 'This name is not accepted.' });
        return name;
      },
    }),
  },
  knownCategories('one-category-only', 'A pet can only be added to one category, which is 0.', [0n]),
  knownCategories('known-categories-only', 'A pet can only be added to one of three categories.', [1n, 2n, 3n]),
  {
    name: 'any-media-type-accepted',
    story: 'The type of a body is not looked at.',
    change: () => ({ checkMediaType: () => undefined }),
  },
  {
    name: 'byte-order-mark-accepted',
    story: 'A byte order mark in front of a body is skipped.',
    change: (rules) => ({ readText: (body) => rules.readText(body).replace(/^\ufeff/, '') }),
  },
];
