import type { Fault } from '../change.ts';
import { membersOf } from '../json/value.ts';
import type { Answer, Request } from '../model.ts';
import type { Rules } from '../rules.ts';

type Which = (answer: Answer, request: Request) => boolean;

const typed = (name: string, story: string, type: string, which: Which): Fault => ({
  name,
  story,
  violates: ['body.content-type'],
  change: (rules) => ({
    headers: (answer, request) => ({
      ...rules.headers(answer, request),
      ...(which(answer, request) ? { 'content-type': type } : {}),
    }),
  }),
});

/** Text that takes the place of JSON, under its own type. */
const instead = (rules: Rules, which: Which, type: string, text: (answer: Answer) => string): Partial<Rules> => ({
  headers: (answer, request) => ({
    ...rules.headers(answer, request),
    ...(which(answer, request) ? { 'content-type': type } : {}),
  }),
  write: (content, answer, request) => (which(answer, request) ? text(answer) : rules.write(content, answer, request)),
});

const rewritten = (
  name: string,
  story: string,
  violates: readonly string[],
  which: Which,
  rewrite: (text: string) => string,
): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({
    write: (content, answer, request) => {
      const text = rules.write(content, answer, request);
      return which(answer, request) ? rewrite(text) : text;
    },
  }),
});

const failed: Which = ({ status }) => status >= 400;
const isStatus =
  (status: number): Which =>
  (answer) =>
    answer.status === status;
const succeeded =
  (operation: string): Which =>
  (answer, request) =>
    request.operation === operation && !failed(answer, request);

const page = (title: string) =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${title}</body></html>\n`;

const NO_STATUS = 'body.pet-shape';

/** A fault by which a pet without a status shows something in its place, everywhere. */
const placeholder = (name: string, story: string, status: string | null): Fault => ({
  name,
  story,
  violates: [NO_STATUS],
  change: (rules) => ({ presentPet: (pet, request) => ({ ...{ status }, ...rules.presentPet(pet, request) }) }),
});

const OLD_PETS = 15;

export const bodyFaults: readonly Fault[] = [
  typed(
    'list-as-text-plain',
    'The list is written by hand and its type forgotten.',
    'text/plain; charset=utf-8',
    succeeded('listPets'),
  ),
  typed(
    'create-as-text-json',
    'The answer to a creation has a type that never was one.',
    'text/json',
    succeeded('createPet'),
  ),
  typed(
    'get-as-a-vendor-type',
    'getPet has a media type of its own.',
    'application/vnd.petstore.v1+json',
    succeeded('getPet'),
  ),
  typed('errors-as-problem-json', 'Errors have the type of RFC 9457.', 'application/problem+json', failed),
  typed('errors-as-text-plain', 'Errors are sent as plain text, although they are JSON.', 'text/plain', failed),
  {
    name: 'no-content-type',
    story: 'No answer says what it is.',
    violates: ['body.content-type'],
    change: (rules) => ({
      headers: (answer, request) => {
        const { 'content-type': _type, ...rest } = rules.headers(answer, request);
        return rest;
      },
    }),
  },
  {
    name: 'broken-json-draws-html',
    story: 'A body that is not JSON is refused by the framework, with a page for people.',
    violates: ['errors.shape.400', 'body.content-type', 'body.json'],
    change: (rules) =>
      instead(
        rules,
        ({ content }) => membersOf(content).code === 'invalid_json',
        'text/html',
        () => page('Bad Request'),
      ),
  },
  {
    name: '404-draws-html',
    story: 'A pet that does not exist is answered by the web server in front, with a page for people.',
    violates: ['errors.shape.404', 'body.content-type', 'body.json'],
    change: (rules) => instead(rules, isStatus(404), 'text/html', () => page('Not Found')),
  },
  {
    name: '401-in-plain-words',
    story: 'A 401 is one word of plain text.',
    violates: ['errors.shape.401', 'body.content-type', 'body.json'],
    change: (rules) => instead(rules, isStatus(401), 'text/plain', () => 'Unauthorized'),
  },
  rewritten(
    'list-with-a-trailing-comma',
    'The list is put together by hand and ends in a comma.',
    ['list.ok', 'body.json'],
    succeeded('listPets'),
    (text) => text.replace(/\]$/, ',]'),
  ),
  rewritten(
    '404-with-a-trailing-comma',
    'The template of a 404 ends in a comma.',
    ['errors.shape.404', 'body.json'],
    isStatus(404),
    (text) => text.replace(/\}$/, ',}'),
  ),
  rewritten(
    'get-with-nan',
    'getPet adds a price that is not a number, and writes it so.',
    ['get.found', 'body.json'],
    succeeded('getPet'),
    (text) => text.replace(/\}$/, ',"price":NaN}'),
  ),
  rewritten(
    '404-behind-a-mark',
    'The file with the text of a 404 starts with a byte order mark.',
    ['body.json'],
    isStatus(404),
    (text) => `\ufeff${text}`,
  ),
  rewritten(
    'everything-behind-a-mark',
    'Every answer starts with a byte order mark.',
    ['body.json'],
    () => true,
    (text) => `\ufeff${text}`,
  ),
  {
    name: '401-in-latin-1',
    story: 'The message of a 401 was translated and saved in Latin-1.',
    violates: ['body.json'],
    change: (rules) => ({
      encode: (text, answer, request) =>
        answer.status === 401
          ? Buffer.from(text.replace('The API key', 'La clé'), 'latin1')
          : rules.encode(text, answer, request),
    }),
  },
  {
    name: '400-quotes-the-body',
    story: 'The message of a 400 repeats the body that was refused, quotes and all.',
    violates: ['errors.shape.400', 'body.json'],
    change: (rules) => ({
      write: (content, answer, request) => {
        const text = rules.write(content, answer, request);
        return answer.status === 400 ? text.replace('"message":"', `"message":"${request.body}: `) : text;
      },
    }),
  },
  {
    name: 'old-pets-without-category',
    story: 'Pets from before the migration have no category.',
    violates: ['body.pet-shape'],
    pets: OLD_PETS,
    change: (rules) => ({
      presentPet: (pet, request) => {
        const { categoryId: _category, ...rest } = rules.presentPet(pet, request);
        return pet.id <= OLD_PETS ? rest : rules.presentPet(pet, request);
      },
    }),
  },
  placeholder('no-status-is-null', 'A pet without a status has the status null.', null),
  placeholder('no-status-is-empty', 'A pet without a status has an empty one.', ''),
  placeholder('no-status-is-unknown', 'A pet without a status has the status unknown.', 'unknown'),
];
