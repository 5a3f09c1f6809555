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
export const unansweredFaults: readonly Fault[] = [
  ...faults({ violates: ['deprecation.still-served'] }, [
    {
      name: 'get-never-answered',
      story: 'getPet waits for a lock that nobody releases.',
      also: ['get.found', 'get.unknown'],
      change: neverAnswered(isFetch),
    },
  ]),
  ...faults({ violates: ['create.minimal'] }, [
    {
      name: 'create-never-answered',
      story: 'createPet waits for an answer of a service that is gone.',
      also: ['create.with-status'],
      change: neverAnswered(isCreation),
    },
  ]),
  ...faults({ violates: ['create.minimal', 'create.no-effect', 'errors.no-5xx'] }, [
    {
      name: 'create-crashes-after-storing',
      story: 'The pet is stored, and then its notification fails.',
      also: ['create.with-status', 'create.echo', 'create.client-id', 'history.agrees'],
      change: crashesAfterStoring,
    },
  ]),
  ...faults({ violates: ['get.unknown'] }, [
    {
      name: 'unknown-id-never-answered',
      story: 'A pet that does not exist is searched in the archive for ever.',
      change: transmitted(({ status }, request) => isFetch(request) && status === 404, { kind: 'silent' }),
    },
  ]),
  ...faults({ violates: ['list.limit.below-minimum'] }, [
    {
      name: 'limit-minus-one-never-answered',
      story: 'A loop counts down from -1 to 0.',
      change: neverAnswered(asksFor(/limit=-1(&|$)/)),
    },
  ]),
  ...faults({ violates: ['list.status.only'] }, [
    {
      name: 'sold-never-answered',
      story: 'The filter for sold pets joins a table that is locked.',
      change: neverAnswered(asksFor(/status=sold(&|$)/)),
    },
  ]),
  ...faults({ violates: ['errors.no-5xx'] }, [
    {
      name: 'emoji-ends-the-process',
      story: 'A name with a pictogram throws outside of every handler, and the process ends.',
      change: endsTheProcess((request) => isCreation(request) && /\p{Emoji_Presentation}/u.test(textOf(request))),
      mayStayOpen: true,
    },
    {
      name: 'text-limit-ends-the-process',
      story: 'A limit that is text throws in a callback, and the process ends.',
      change: endsTheProcess(asksFor(/limit=[a-z]/)),
      mayStayOpen: true,
    },
    {
      name: 'text-limit-restarts-the-process',
      story: 'A limit that is text ends the process, and a supervisor starts it again.',
      change: endsTheProcess(asksFor(/limit=[a-z]/), RESTART_MS),
    },
    {
      name: 'empty-body-restarts-the-process',
      story: 'A creation without a body ends the process, and a supervisor starts it again.',
      change: endsTheProcess((request) => isCreation(request) && request.body.length === 0, RESTART_MS),
    },
    {
      name: 'gateway-times-out-on-large-pages',
      story: 'A proxy in front of the service gives up on long lists.',
      also: ['list.ok', 'list.limit.maximum', 'list.limit.honoured'],
      change: timesOutOnLargePages,
    },
  ]),
];
