import type { Alteration, Fault } from '../change.ts';
import { credential, elsewhere, refusing, toPets } from '../combinators/access.ts';
import { all, forSome, type Which } from '../combinators/compose.ts';
import { hasBareBearer, hasToken, isAnonymous } from '../combinators/credentials.ts';
import { list } from '../combinators/list.ts';
import {
  asksForJson,
  hasFilter,
  isChunked,
  isCreation,
  isFetch,
  isList,
  OPERATIONS,
  on,
} from '../combinators/requests.ts';
import { hasStatus } from '../combinators/values.ts';
import { type Answer, headerOf, type Operation } from '../model.ts';
import { faults, openTo, wordFor } from './fault.ts';

const anyone = credential(() => true);
const anonymous = credential(isAnonymous);
const anyToken = credential(hasToken);
const lastWord = credential((request, key) => headerOf(request, 'authorization')?.split(' ').at(-1) === key);

/** What asks for another answer than 401 to a request with the key. */
const NEED_THE_KEY: Readonly<Record<Operation, readonly string[]>> = {
  listPets: ['list.ok', 'list.limit.honoured'],
  createPet: [
    'create.minimal',
    'create.with-status',
    'create.echo',
    'create.missing-field',
    'create.wrong-type',
    'create.out-of-range',
    'create.bad-status',
    'create.null-status',
    'create.bad-body',
    'create.lenient-body',
    'create.invalid',
    'create.client-id',
    'history.agrees',
  ],
  getPet: ['get.found', 'get.unknown', 'get.invalid-id', 'deprecation.still-served'],
};

const wrongAbout = (operation: Operation): readonly Fault[] => {
  const word = wordFor(operation);
  const there = forSome(on(operation));
  return [
    {
      name: `${word}-needs-no-key`,
      story: `The route of ${operation} was registered before the authentication filter.`,
      violates: openTo(operation),
      also: ['auth.first'],
      change: there(anyone),
    },
    {
      name: `${word}-lets-anonymous-in`,
      story: `${operation} checks a credential only where one is sent.`,
      violates: [`auth.missing.${operation}`],
      also: ['auth.first'],
      change: there(anonymous),
    },
    {
      name: `${word}-takes-any-token`,
      story: `${operation} checks whether there is a bearer token and not which.`,
      violates: [`auth.invalid-key.${operation}`],
      change: there(anyToken),
    },
    {
      name: `${word}-ignores-the-scheme`,
      story: `${operation} takes the last word of the Authorization header for the key.`,
      violates: [`auth.wrong-scheme.${operation}`],
      change: there(lastWord),
    },
    {
      name: `${word}-refuses-the-key`,
      story: `${operation} looks the key up in a table that was never filled.`,
      violates: ['auth.accepted'],
      also: NEED_THE_KEY[operation],
      change: refusing(on(operation)),
    },
    {
      name: `${word}-takes-a-bare-bearer`,
      story: `${operation} takes a Bearer without a token for a request that was checked before.`,
      violates: ['auth.malformed'],
      change: there(credential(hasBareBearer)),
    },
  ];
};

/** A cache that never checks who sends a request; a request with the right key refreshes it. */
const cached: Alteration = (rules) => {
  const answers = new Map<string, Answer>();
  return {
    finish: (made, store, request) => {
      const given = rules.finish(made, store, request);
      const url = `${request.path}?${request.search}`;
      if (given.status === 200) answers.set(url, given);
      return given.status === 401 ? (answers.get(url) ?? given) : given;
    },
  };
};

const withFilter: Which = (request) => isList(request) && hasFilter(request);
const withLimit: Which = (request) => isList(request) && /(^|&)limit=/.test(request.search);
const inPieces: Which = (request) => isCreation(request) && isChunked(request);

/** What one operation gets wrong about the credential, always or for some of its requests. */
export const authOperationFaults: readonly Fault[] = [
  ...OPERATIONS.flatMap(wrongAbout),
  ...faults({ violates: openTo('listPets') }, [
    {
      name: 'list-cached-for-anyone',
      story: 'A cache by URL gives the answers of listPets to anyone.',
      change: forSome(isList)(cached),
    },
  ]),
  ...faults({ violates: openTo('getPet') }, [
    {
      name: 'get-cached-for-anyone',
      story: 'A cache by URL gives the answers of getPet to anyone.',
      change: forSome(isFetch)(cached),
    },
  ]),
  ...faults({ violates: ['auth.missing.listPets'] }, [
    {
      name: 'list-open-to-browsers',
      story: 'A request that does not ask for JSON is taken for the public page.',
      change: forSome((request) => isList(request) && !asksForJson(request))(anonymous),
    },
    {
      name: 'list-with-a-limit-lets-anonymous-in',
      story: 'A preview of a few pets needs no key.',
      change: forSome(withLimit)(anonymous),
    },
  ]),
  ...faults({ violates: ['auth.invalid-key.listPets'] }, [
    {
      name: 'filtered-list-takes-any-token',
      story: 'A list by status takes any token.',
      change: forSome(withFilter)(anyToken),
    },
  ]),
  ...faults({ violates: ['auth.missing.createPet'] }, [
    {
      name: 'chunked-creation-lets-anonymous-in',
      story: 'The filter runs once the body has a length, and a chunked one has none.',
      change: forSome(inPieces)(anonymous),
    },
  ]),
  ...faults({ violates: ['auth.invalid-key.createPet'] }, [
    {
      name: 'chunked-creation-takes-any-token',
      story: 'A streamed body skips the comparison.',
      change: forSome(inPieces)(anyToken),
    },
  ]),
  ...faults({ violates: ['auth.missing.getPet'] }, [
    {
      name: 'sold-pets-are-public',
      story: 'Sold pets are shown to anyone.',
      change: toPets(hasStatus('sold'), isAnonymous),
    },
    {
      name: 'pending-pets-are-public',
      story: 'Pending pets are shown to anyone.',
      change: toPets(hasStatus('pending'), isAnonymous),
    },
    {
      name: 'pets-without-status-are-public',
      story: 'Access rules belong to a status, and a pet without one has no rule.',
      change: toPets(hasStatus(undefined), isAnonymous),
    },
  ]),
  ...faults({ violates: ['auth.invalid-key.getPet'] }, [
    {
      name: 'available-pets-take-any-token',
      story: 'A pet on offer is shown with any token.',
      change: toPets(hasStatus('available'), hasToken),
    },
    {
      name: 'sold-pets-take-any-token',
      story: 'A pet that is sold is shown with any token.',
      change: toPets(hasStatus('sold'), hasToken),
    },
  ]),
  ...faults({ violates: ['list.ok', ...openTo('listPets')] }, [
    {
      name: 'empty-list-is-null-and-open',
      story: 'An empty list is null, and lists need no key.',
      change: all(
        list((pets) => (pets.length === 0 ? null : undefined)),
        forSome(isList)(anyone),
      ),
    },
  ]),
  ...faults({ violates: ['auth.header-only'] }, [
    {
      name: 'get-takes-the-key-from-the-query',
      story: 'getPet alone reads the key from the query as well, for links to single pets.',
      change: forSome(isFetch)(elsewhere((request, key) => request.search.includes(key))),
    },
  ]),
];
