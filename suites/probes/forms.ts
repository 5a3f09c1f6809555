import type { Exchange } from '../../harness/model/exchange.ts';
import { CREATION_FORMS, FETCH_FORMS, LIST_FORMS } from '../inputs/forms.ts';
import { compact, FRAMINGS, PET_STATUSES } from '../inputs/new-pets.ts';
import { type Chosen, type InputRow, sentBy, type Tables } from '../inputs/value.ts';
import type { Operation, Pet } from '../reading/document.ts';
import type { Drive } from './drive.ts';
import { fetchable, fetchedPets, ownPets, shownPets } from './known.ts';
import type { Options } from './options.ts';

/** Requests that an operation accepts with the right key. */
export interface Forms<T extends Tables = Tables> {
  readonly tables: T;
  readonly rows: readonly InputRow[];
  send(values: Chosen<T>, options: Options): Promise<Exchange | undefined>;
}

/** What bad credentials are tried on, as far as there are pets for it. */
export function formsOf(operation: Operation, drive: Drive): Forms {
  return { listPets: listForms, createPet: creationForms, getPet: fetchForms }[operation](drive);
}

function listForms(drive: Drive): Forms {
  const { page } = drive;
  const tables = { 'list-form': LIST_FORMS };
  const forms: Forms<typeof tables> = {
    tables,
    rows: LIST_FORMS.values.map(({ id }) => ({ 'list-form': id })),
    send: ({ 'list-form': { query } }, options) => drive.list(query(page), options),
  };
  return forms;
}

function creationForms(drive: Drive): Forms {
  const { newPets } = drive;
  const tables = { status: { ...PET_STATUSES, plain: 'none' }, framing: sentBy(FRAMINGS, false) };
  const forms: Forms<typeof tables> = {
    tables,
    rows: CREATION_FORMS,
    send: ({ status, framing }, options) => {
      const body = compact(newPets.refused(status.status));
      return drive.create(body, { ...options, cutAt: framing.cutAt(body) });
    },
  };
  return forms;
}

function fetchForms(drive: Drive): Forms {
  const { world } = drive;
  const fetched = fetchedPets(world);
  const unread = ownPets(world).filter((pet) => !fetched.includes(pet));
  const pets = fetched.length > 0 ? [...fetched, ...unread] : [...unread, ...shownPets(world)].slice(0, 3);
  // Each form has a pet of its own, so that it is known which form it was.
  const chosen = new Set<Pet['id']>();
  const values = FETCH_FORMS.values.flatMap((form) => {
    const free = pets.filter(({ id }) => !chosen.has(id));
    const pet = form.choose(free, fetchable(world).id);
    if (!pet) return [];
    chosen.add(pet.id);
    return { ...form, pet };
  });
  const { plain: usual, ...others } = FETCH_FORMS;
  const hasPlain = usual !== undefined && values.some(({ id }) => id === usual);
  const tables = { 'fetch-form': { ...others, values, ...(hasPlain && { plain: usual }) } };
  const forms: Forms<typeof tables> = {
    tables,
    rows: values.map(({ id }) => ({ 'fetch-form': id })),
    send: ({ 'fetch-form': { pet } }, options) => drive.get(pet.id, options),
  };
  return forms;
}
