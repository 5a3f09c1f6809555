import type { Fault } from '../change.ts';
import type { Request } from '../model.ts';

/** A fault by which some requests get no answer: the connection breaks, or stays silent. */
const noAnswer = (
  name: string,
  story: string,
  requirement: string,
  reaction: 'breaks' | 'stays silent',
  to: (request: Request) => boolean,
): Fault => ({
  name,
  story,
  violates: [requirement],
  change: (rules) => ({
    send: (response, message, request) => {
      if (!to(request)) rules.send(response, message, request);
      else if (reaction === 'breaks') response.destroy();
    },
  }),
});

const asksFor = (operation: string, what: RegExp) => (request: Request) =>
  request.operation === operation && what.test(`${request.path}?${request.search}`);

export const transportFaults: readonly Fault[] = [
  noAnswer(
    'emoji-breaks-the-connection',
    'A name with an emoji ends the worker process, and its connections with it.',
    'create.echo',
    'breaks',
    ({ operation, body }) => operation === 'createPet' && /\p{Extended_Pictographic}/u.test(body.toString()),
  ),
  noAnswer(
    'empty-body-breaks-the-connection',
    'A creation without a body ends the worker process, and its connections with it.',
    'create.bad-body',
    'breaks',
    ({ operation, body }) => operation === 'createPet' && body.length === 0,
  ),
  noAnswer(
    'text-id-breaks-the-connection',
    'An id that starts with a letter ends the worker process, and its connections with it.',
    'get.invalid-id',
    'breaks',
    asksFor('getPet', /^\/pets\/[a-z]/),
  ),
  noAnswer(
    'text-limit-never-answered',
    'A limit that is text sends the worker into an endless loop.',
    'list.limit.malformed',
    'stays silent',
    asksFor('listPets', /limit=[a-z]/),
  ),
];
