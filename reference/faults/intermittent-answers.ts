import type { Alteration, Fault } from '../change.ts';
import { answer } from '../combinators/answer.ts';
import { anyAnswer, anyPage, filteredPage, petsOf, plainPage, succeeds } from '../combinators/answers.ts';
import { asText, behindMark, withFields, withHeaders, withPets } from '../combinators/becomes.ts';
import { after, firstOfEvery, forSome, nth, type Which } from '../combinators/compose.ts';
import { storedTwice } from '../combinators/create.ts';
import { crash, deny } from '../combinators/failures.ts';
import { found, unknown } from '../combinators/get.ts';
import { defaultLimit, pageSize } from '../combinators/list.ts';
import {
  isFilteredList,
  isFirstAfter,
  isPlainList,
  onOddConnections,
  opensConnection,
} from '../combinators/requests.ts';
import { hasStatus, omit } from '../combinators/values.ts';
import { type Json, type JsonObject, membersOf } from '../json/value.ts';
import type { Pet, Request, View } from '../model.ts';
import { everyNth } from '../turns.ts';
import { faults } from './fault.ts';

const SILENCE_MS = 300;
const MANY_REQUESTS = 200;

const afterSilence = forSome(isFirstAfter(SILENCE_MS));
const oddly = forSome(onOddConnections);
const later = after(MANY_REQUESTS);

const listed = answer(succeeds('listPets'));
const created = answer(succeeds('createPet'));
const fetched = answer(succeeds('getPet'));
const anything = answer(anyAnswer);

/** Neither the minimum nor the default nor the maximum, which have requirements of their own. */
const explicit = (actual: (limit: number) => number): Alteration =>
  forSome(isPlainList)(pageSize((limit) => (limit > 1 && limit < 100 && limit !== 20 ? actual(limit) : limit)));
const plainDefault: Which = (request) => isPlainList(request) && !/limit=/.test(request.search);
const limitOf = ({ search }: Request) => Math.min(100, Number(new URLSearchParams(search).get('limit') ?? 20));
const fields = (alter: (pet: JsonObject) => JsonObject) => (pet: Json) => alter(membersOf(pet));

/** About half of all ids, spread so that neither statuses nor steps between ids coincide with them. */
const isLacking = (id: bigint) => BigInt.asUintN(64, id * 0x9e3779b97f4a7c15n) >> 63n === 1n;

/** Every nth filtered list shows other pets as well. */
const leaks =
  (n: number, passes: (pet: Pet) => boolean): Alteration =>
  (rules) => {
    const isDue = everyNth(n);
    let isHit = false;
    return {
      listed: (store, view, request) => {
        const pets = rules.listed(store, view, request);
        const hasStrays = pets.some((pet) => passes(pet) && pet.status !== view.status);
        isHit = view.status !== undefined && hasStrays && isDue();
        // The strays come first: a full page must not hide them.
        return isHit ? [...pets.filter(passes), ...pets.filter((pet) => !passes(pet))] : pets;
      },
      matches: (pet, status, request) => (isHit && passes(pet)) || rules.matches(pet, status, request),
    };
  };

/** One of two replicas answers every second list or fetch and never got some of the pets. */
const staleReplica =
  (isMissing: (id: bigint, view?: View) => boolean, reads: 'lists' | 'fetches'): Alteration =>
  (rules) => {
    const isSecond = everyNth(2);
    if (reads === 'fetches') {
      return {
        find: (store, id, request) => (isSecond() && isMissing(id) ? undefined : rules.find(store, id, request)),
      };
    }
    return {
      listed: (store, view, request) => {
        const pets = rules.listed(store, view, request);
        return isSecond() ? pets.filter(({ id }) => !isMissing(id, view)) : pets;
      },
    };
  };

/** A filtered page ends with a pet of another status. */
const withStray = answer(filteredPage)((given, request, store, rules) => {
  const stray = store.all().find(({ status }) => !request.search.includes(`status=${status}`));
  // A full page gives up its last pet, so that it does not grow too long.
  const kept = petsOf(given).slice(0, limitOf(request) - 1);
  return stray === undefined ? given : { ...given, content: [...kept, rules.presentPet(stray, request)] };
});

const repeatedId: Alteration = (rules) => {
  const isDue = everyNth(10);
  let previous: Json = null;
  const alter = withFields((pet) => {
    const id = previous;
    previous = pet.id ?? null;
    return isDue() ? { ...pet, id } : pet;
  });
  return created(alter)(rules);
};

/** Lists, pets and bodies that are right most of the time. */
export const intermittentAnswerFaults: readonly Fault[] = [
  ...faults({ violates: ['list.limit.honoured'], intermittent: true }, [
    {
      name: 'every-second-limit-ignored',
      story: 'One of two workers ignores the limit of a plain list.',
      change: nth(2)(explicit(() => 100)),
    },
  ]),
  ...faults({ violates: ['list.limit.default'], intermittent: true }, [
    {
      name: 'every-second-default-is-fifty',
      story: 'One of two workers still has the old default.',
      change: firstOfEvery(2)(forSome(plainDefault)(pageSize(() => 50))),
    },
    {
      name: 'odd-connections-have-another-default',
      story: 'One of two replicas has another default limit, on its connections.',
      change: oddly(forSome(plainDefault)(defaultLimit(25))),
    },
  ]),
  ...faults({ violates: ['list.status.with-limit'], intermittent: true }, [
    {
      name: 'every-second-filtered-page-one-too-long',
      story: 'One of two workers shows the row that it reads ahead, under a filter.',
      change: nth(2)(forSome(isFilteredList)(pageSize((limit) => limit + 1))),
    },
  ]),
  ...faults({ violates: ['list.status.only'], intermittent: true }, [
    {
      name: 'every-fifth-filter-lets-statusless-pass',
      story: 'One of five workers compares with NULL and passes pets without a status.',
      also: ['history.agrees'],
      change: leaks(5, hasStatus(undefined)),
    },
    {
      name: 'odd-connections-ignore-the-filter',
      story: 'One of two workers ends filtered lists with a stray pet, on its connections.',
      also: ['history.agrees'],
      change: oddly(withStray),
    },
  ]),
  // Pages that should be full are too short as well.
  ...faults(
    {
      violates: ['list.status.complete', 'list.complete', 'list.limit.maximum', 'list.limit.honoured'],
      intermittent: true,
    },
    [
      {
        name: 'replica-lacks-half-in-lists',
        story: 'One of two replicas stopped at an error and lacks half of the pets, in every list.',
        also: ['list.status.with-limit', 'deprecation.replacement', 'history.agrees'],
        change: staleReplica(isLacking, 'lists'),
        anyOf: true,
      },
    ],
  ),
  ...faults({ violates: ['list.status.complete'], intermittent: true }, [
    {
      name: 'every-ninth-filtered-list-without-its-last-pet',
      story: 'One of nine workers leaves out the last pet of a filtered list.',
      also: ['list.status.with-limit', 'deprecation.replacement', 'history.agrees'],
      change: nth(9)(answer(filteredPage)(withPets((pets) => pets.slice(0, -1)))),
    },
  ]),
  ...faults({ violates: ['list.complete'], intermittent: true }, [
    {
      name: 'every-sixth-list-forgets-statuses',
      story: 'One of six workers leaves the status out of plain lists.',
      change: nth(6)(answer(plainPage)(withPets((pets) => pets.map(fields((pet) => omit(pet, 'status')))))),
    },
    {
      name: 'names-change-after-many-requests',
      story: `After ${MANY_REQUESTS} requests a cache is full, and lists show names from it.`,
      also: ['history.agrees'],
      change: later(answer(anyPage)(withPets((pets) => pets.map(fields((pet) => ({ ...pet, name: 'Rex' })))))),
    },
  ]),
  ...faults({ violates: ['list.unique'], intermittent: true }, [
    {
      name: 'every-fifth-list-repeats-a-pet',
      story: 'Every fifth list that is not full shows its first pet again at its end.',
      change: nth(5)(
        answer((given, request) => anyPage(given, request) && limitOf(request) === 100 && petsOf(given).length < 100)(
          withPets((pets) => [...pets, ...pets.slice(0, 1)]),
        ),
      ),
    },
  ]),
  ...faults({ violates: ['get.found'], intermittent: true }, [
    {
      name: 'every-second-fetch-has-a-wrong-name',
      story: 'One of two workers mixes up names.',
      also: ['history.agrees'],
      change: nth(2)(fetched(withFields((pet) => ({ ...pet, name: 'Rex' })))),
    },
    {
      name: 'every-tenth-fetch-is-gone',
      story: 'One fetch in ten is refused in a brownout.',
      also: ['errors.documented-status'],
      change: nth(10)(found(() => deny(410))),
    },
    {
      name: 'replica-lacks-half-in-fetches',
      story: 'One of two replicas answers every second fetch and lacks half of the pets.',
      also: ['history.agrees'],
      change: staleReplica(isLacking, 'fetches'),
    },
  ]),
  ...faults({ violates: ['get.unknown'], intermittent: true }, [
    {
      name: 'every-third-unknown-id-is-a-pet',
      story: 'Every third fetch of an id that does not exist gets the first pet.',
      change: nth(3)(unknown((_id, store) => store.all()[0])),
    },
  ]),
  ...faults({ violates: ['create.id.unique'], intermittent: true }, [
    {
      name: 'every-tenth-creation-repeats-an-id',
      story: 'Every tenth 201 shows the id of the pet created before.',
      also: ['history.agrees'],
      change: repeatedId,
    },
    {
      name: 'every-twelfth-creation-stored-twice',
      story: 'Every twelfth write is repeated by its driver.',
      change: nth(12)(storedTwice),
    },
  ]),
  ...faults({ violates: ['body.pet-shape'], intermittent: true }, [
    {
      name: 'every-eighth-list-loses-a-category',
      story: 'Every eighth list shows its first pet without a category.',
      change: nth(8)(
        answer(anyPage)(withPets(([first, ...others]) => [omit(membersOf(first), 'categoryId'), ...others])),
      ),
    },
  ]),
  ...faults({ violates: ['body.content-type'], intermittent: true }, [
    {
      name: 'every-ninth-list-as-text',
      story: 'Every ninth list comes from a cache that lost its content type.',
      change: nth(9)(listed(asText)),
    },
    {
      name: 'first-answer-of-a-connection-as-text',
      story: 'The first answer on a connection does not have the right content type yet.',
      change: forSome(opensConnection)(anything(asText)),
    },
    {
      name: 'text-after-silence',
      story: `The first answer after ${SILENCE_MS} ms of silence has another content type.`,
      change: afterSilence(anything(asText)),
    },
  ]),
  ...faults({ violates: ['body.json'], intermittent: true }, [
    {
      name: 'every-tenth-list-behind-a-mark',
      story: 'Every tenth list starts with a byte order mark.',
      change: nth(10)(listed(behindMark)),
    },
  ]),
  ...faults({ violates: ['errors.no-5xx'], intermittent: true }, [
    {
      name: 'every-seventh-list-crashes',
      story: 'Every seventh list finds no free connection to the database.',
      change: nth(7)(listed(crash)),
    },
    {
      name: 'crashes-after-silence',
      story: `The first request after ${SILENCE_MS} ms of silence finds the database disconnected.`,
      change: afterSilence(() => ({ around: async () => crash() })),
    },
  ]),
  ...faults({ violates: ['deprecation.date'], intermittent: true }, [
    {
      name: 'every-fifth-sunset-is-another-day',
      story: 'One of five workers announces the removal of getPet for another day.',
      change: nth(5)(fetched(withHeaders({ sunset: 'Sun, 12 May 2030 00:00:00 GMT' }))),
    },
  ]),
  ...faults({ warns: ['deprecation.only-there'], intermittent: true }, [
    {
      name: 'every-fifth-list-deprecated',
      story: 'One of five workers announces the end of getPet on lists too.',
      change: nth(5)(listed(withHeaders({ sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }))),
    },
  ]),
];
