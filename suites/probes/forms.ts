import { CREATION_FORMS, FETCH_FORMS, LIST_FORMS } from '../inputs/forms.ts';
import { compact, FRAMINGS, PET_STATUSES } from '../inputs/new-pets.ts';
import { sentBy } from '../inputs/value.ts';
import type { Operation, Pet } from '../reading/document.ts';
import type { Drive } from './drive.ts';
import { fetchable, fetchedPets, ownPets, shownPets } from './known.ts';
import { type Queue, queueOf } from './queue.ts';

/** What bad credentials are tried on, as far as there are pets for it. */
export function formsOf(operation: Operation, drive: Drive): Queue {
  return { listPets: listForms, createPet: creationForms, getPet: fetchForms }[operation](drive);
}

function listForms(drive: Drive): Queue {
  const { page } = drive;
  const tables = { 'list-form': LIST_FORMS };
  return queueOf({
    probe: 'forms',
    tables,
    rows: LIST_FORMS.values.map(({ id }) => ({ 'list-form': id })),
    send: ({ 'list-form': { query } }, options) => drive.list(query(page), options),
  });
}

function creationForms(drive: Drive): Queue {
  const { newPets } = drive;
  const tables = { status: { ...PET_STATUSES, plain: 'none' }, framing: sentBy(FRAMINGS, false) };
  return queueOf({
    probe: 'forms',
    tables,
    rows: CREATION_FORMS,
    send: ({ status, framing }, options) => {
      const body = compact(newPets.toBeRefused(status.status));
      return drive.create(body, { ...options, cutAt: framing.cutAt(body) });
    },
  });
}

function fetchForms(drive: Drive): Queue {
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
  return queueOf({
    probe: 'forms',
    tables,
    rows: values.map(({ id }) => ({ 'fetch-form': id })),
    send: ({ 'fetch-form': { pet } }, options) => drive.get(pet.id, options),
  });
}
