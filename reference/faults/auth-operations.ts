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
import type { Rows } from '../rows.ts';
import { faults, openTo, wordFor } from './fault.ts';

const anyone = credential(() => true);
const anonymous = credential(isAnonymous);
const anyToken = credential(hasToken);
const lastWord = credential((request, key) => headerOf(request, 'authorization')?.split(' ').at(-1) === key);

const wrongAbout = (operation: Operation): Rows<Fault> => {
  const word = wordFor(operation);
  const there = forSome(on(operation));
  return [
    `violates ${openTo(operation)}`,
    `${word}-needs-no-key: The route of ${operation} was registered before the authentication filter.`,
    there(anyone),
    `violates auth.missing.${operation}`,
    `${word}-lets-anonymous-in: ${operation} checks a credential only where one is sent.`,
    there(anonymous),
    `violates auth.invalid-key.${operation}`,
    `${word}-takes-any-token: ${operation} checks whether there is a bearer token and not which.`,
    there(anyToken),
    `violates auth.wrong-scheme.${operation}`,
    `${word}-ignores-the-scheme: ${operation} takes the last word of the Authorization header for the key.`,
    there(lastWord),
    'violates auth.accepted',
    `${word}-refuses-the-key: ${operation} looks the key up in a table that was never filled.`,
    refusing(on(operation)),
    'violates auth.malformed',
    `${word}-takes-a-bare-bearer: ${operation} takes a Bearer without a token for a request that was checked before.`,
    there(credential(hasBareBearer)),
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

const withQuery: Which = (request) => isList(request) && request.search !== '';
const withFilter: Which = (request) => isList(request) && hasFilter(request);
const withLimit: Which = (request) => isList(request) && /(^|&)limit=/.test(request.search);
const inPieces: Which = (request) => isCreation(request) && isChunked(request);
const oddId: Which = (request) => isFetch(request) && /[13579]$/.test(request.path);
const evenId: Which = (request) => isFetch(request) && /[02468]$/.test(request.path);

/** What one operation gets wrong about the credential, always or for some of its requests. */
export const authOperationFaults: readonly Fault[] = faults([
  ...OPERATIONS.flatMap(wrongAbout),
  `violates ${openTo('listPets')}`,
  ['list-cached-for-anyone: A cache by URL gives the answers of listPets to anyone.', forSome(isList)(cached)],
  `violates ${openTo('getPet')}`,
  ['get-cached-for-anyone: A cache by URL gives the answers of getPet to anyone.', forSome(isFetch)(cached)],
  'violates auth.missing.listPets',
  'filtered-list-lets-anonymous-in: A list by status was meant for the public page and needs no key.',
  forSome(withFilter)(anonymous),
  'list-with-a-query-lets-anonymous-in: The gateway compares whole URLs, and those with a query are not on its list.',
  forSome(withQuery)(anonymous),
  'list-open-to-browsers: A request that does not ask for JSON is taken for the public page.',
  forSome((request) => isList(request) && !asksForJson(request))(anonymous),
  ['list-with-a-limit-lets-anonymous-in: A preview of a few pets needs no key.', forSome(withLimit)(anonymous)],
  'violates auth.invalid-key.listPets',
  ['filtered-list-takes-any-token: A list by status takes any token.', forSome(withFilter)(anyToken)],
  'list-with-a-query-takes-any-token: The key is compared only where the URL is exactly that of the route.',
  forSome(withQuery)(anyToken),
  ['list-with-a-limit-takes-any-token: A preview of a few pets takes any token.', forSome(withLimit)(anyToken)],
  'violates auth.missing.createPet',
  'chunked-creation-lets-anonymous-in: The filter runs once the body has a length, and a chunked one has none.',
  forSome(inPieces)(anonymous),
  'violates auth.invalid-key.createPet',
  ['chunked-creation-takes-any-token: A streamed body skips the comparison.', forSome(inPieces)(anyToken)],
  'violates auth.missing.getPet',
  ['sold-pets-are-public: Sold pets are shown to anyone.', toPets(hasStatus('sold'), isAnonymous)],
  ['pending-pets-are-public: Pending pets are shown to anyone.', toPets(hasStatus('pending'), isAnonymous)],
  'pets-without-status-are-public: Access rules belong to a status, and a pet without one has no rule.',
  toPets(hasStatus(undefined), isAnonymous),
  ['even-ids-let-anonymous-in: One of two shards checks no credentials.', forSome(evenId)(anonymous)],
  'violates auth.invalid-key.getPet',
  ['available-pets-take-any-token: A pet on offer is shown with any token.', toPets(hasStatus('available'), hasToken)],
  ['sold-pets-take-any-token: A pet that is sold is shown with any token.', toPets(hasStatus('sold'), hasToken)],
  ['odd-ids-take-any-token: One of two shards compares no keys.', forSome(oddId)(anyToken)],
  `violates list.ok, ${openTo('listPets')}`,
  'empty-list-is-null-and-open: An empty list is null, and lists need no key.',
  all(
    list((pets) => (pets.length === 0 ? null : undefined)),
    forSome(isList)(anyone),
  ),
  'violates auth.header-only',
  'get-takes-the-key-from-the-query: getPet alone reads the key from the query as well, for links to single pets.',
  forSome(isFetch)(elsewhere((request, key) => request.search.includes(key))),
]);
