import type { Alteration, Fault } from '../change.ts';
import { transmitted } from '../combinators/answer.ts';
import { crash } from '../combinators/failures.ts';
import { isCreation, isFetch, isList } from '../combinators/requests.ts';
import { endsTheProcess, neverAnswered } from '../combinators/silence.ts';
import type { Request } from '../model.ts';
import { faults } from './fault.ts';

const textOf = ({ body }: Request) => body.toString();
const asksFor = (parameter: RegExp) => (request: Request) => isList(request) && parameter.test(request.search);

const RESTART_MS = 800;
const PAGE_OF_THE_GATEWAY = 60;

/** The pet is stored before what fails. */
const crashesAfterStoring: Alteration = (rules) => ({
  keep: (store, pet, request) => {
    rules.keep(store, pet, request);
    crash();
  },
});

/** A proxy gives up on lists that take long, with a page of its own. */
const timesOutOnLargePages: Alteration = (rules) => {
  const late = new Set<number>();
  return {
    page: (pets, view, request) => {
      const page = rules.page(pets, view, request);
      if (page.length > PAGE_OF_THE_GATEWAY) late.add(request.serial);
      return page;
    },
    transmit: (message, request) => {
      if (!late.has(request.serial)) return rules.transmit(message, request);
      const body = Buffer.from('<html><body><h1>504 Gateway Timeout</h1></body></html>');
      return rules.transmit({ status: 504, headers: { 'content-type': 'text/html' }, body }, request);
    },
  };
};

/** Requests that get no answer, or none that the service has written. */
export const unansweredFaults: readonly Fault[] = faults([
  'violates deprecation.still-served',
  ['get-never-answered: getPet waits for a lock that nobody releases.', neverAnswered(isFetch)],
  'violates create.minimal',
  ['create-never-answered: createPet waits for an answer of a service that is gone.', neverAnswered(isCreation)],
  'violates create.minimal, create.no-effect, errors.no-5xx',
  'create-crashes-after-storing: The pet is stored, and then its notification fails.',
  crashesAfterStoring,
  'violates get.unknown',
  'unknown-id-never-answered: A pet that does not exist is searched in the archive for ever.',
  transmitted(({ status }, request) => isFetch(request) && status === 404, { kind: 'silent' }),
  'violates list.limit.below-minimum',
  'limit-minus-one-never-answered: A loop counts down from -1 to 0.',
  neverAnswered(asksFor(/limit=-1(&|$)/)),
  'violates list.status.only',
  'sold-never-answered: The filter for sold pets joins a table that is locked.',
  neverAnswered(asksFor(/status=sold(&|$)/)),
  'violates errors.no-5xx',
  'emoji-ends-the-process: A name with a pictogram throws outside of every handler, and the process ends.',
  endsTheProcess((request) => isCreation(request) && /\p{Emoji_Presentation}/u.test(textOf(request))),
  { endsTheProcess: true },
  'text-limit-ends-the-process: A limit that is text throws in a callback, and the process ends.',
  endsTheProcess(asksFor(/limit=[a-z]/)),
  { endsTheProcess: true },
  'text-limit-restarts-the-process: A limit that is text ends the process, and a supervisor starts it again.',
  endsTheProcess(asksFor(/limit=[a-z]/), RESTART_MS),
  'empty-body-restarts-the-process: A creation without a body ends the process, and a supervisor starts it again.',
  endsTheProcess((request) => isCreation(request) && request.body.length === 0, RESTART_MS),
  'gateway-times-out-on-large-pages: A proxy in front of the service gives up on long lists.',
  timesOutOnLargePages,
]);
