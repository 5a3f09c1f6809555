import { API_KEY, type Question, type Reply } from './ask.ts';

export interface Pet {
  readonly id: number;
  readonly name?: string;
  readonly categoryId?: number;
  readonly status?: string;
}

/** A request that is sent again and again, and how to see that its answer is wrong. */
export interface Probe {
  readonly question: Question;
  readonly wrong: (reply: Reply) => boolean;
}

export const petsOf = (reply: Reply): Pet[] => JSON.parse(reply.text);
export const petOf = (reply: Reply): Pet => JSON.parse(reply.text);
export const errorOf = (reply: Reply): Record<string, unknown> => JSON.parse(reply.text);

export const get = (path: string): Question => ({ path });
export const post = (body: string, headers?: Question['headers']): Question => ({
  method: 'POST',
  path: '/pets',
  body,
  ...(headers === undefined ? {} : { headers }),
});
export const anonymous = (path: string): Question => ({ path, headers: {} });
export const withToken = (token: string): Question['headers'] => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

export const NEW_PET = '{"name":"Tom","categoryId":7,"status":"sold"}';
export const LARGE_CATEGORY = '9007199254740993';
export const isStatus = (status: number) => (reply: Reply) => reply.status === status;
export const isText = (reply: Reply) => reply.headers['content-type'] === 'text/plain';
export const hasMark = (reply: Reply) => reply.body.subarray(0, 3).equals(Buffer.from('\ufeff'));
export const repeatsAnId = (reply: Reply) => new Set(petsOf(reply).map(({ id }) => id)).size < petsOf(reply).length;
export const lacks = (field: string) => (reply: Reply) => !reply.text.includes(`"${field}"`);
export const longerThan = (length: number) => (reply: Reply) => petsOf(reply).length > length;
export const secondNameIsRight = (reply: Reply) => petOf(reply).name === 'Mia 2';

/** Pet 2 is named "Mia 2" and is pending; 11 of the 130 pets have no status, 10 each are pending and sold. */
export const probes: Readonly<Record<string, Probe>> = {
  'every-second-limit-ignored': { question: get('/pets?limit=7'), wrong: longerThan(7) },
  'every-third-page-one-too-long': { question: get('/pets?limit=7'), wrong: longerThan(7) },
  'every-second-default-is-fifty': { question: get('/pets'), wrong: longerThan(20) },
  'every-second-filtered-page-one-too-long': { question: get('/pets?status=sold&limit=3'), wrong: longerThan(3) },
  'every-second-filter-ignored': {
    question: get('/pets?status=sold'),
    wrong: (reply) => petsOf(reply).some(({ status }) => status !== 'sold'),
  },
  'every-fifth-filter-lets-statusless-pass': {
    question: get('/pets?status=sold&limit=100'),
    wrong: (reply) => petsOf(reply).some(({ status }) => status === undefined),
  },
  'replica-lacks-half-in-lists': {
    question: get('/pets?limit=100&status=sold'),
    wrong: (reply) => petsOf(reply).length < 10,
  },
  'replica-lacks-half-of-sold-in-filters': {
    question: get('/pets?limit=100&status=sold'),
    wrong: (reply) => petsOf(reply).length < 10 && petsOf(reply).every(({ status }) => status === 'sold'),
  },
  'every-fourth-list-mixes-up-names': {
    question: get('/pets?limit=2'),
    wrong: (reply) => petsOf(reply)[1]?.name !== 'Mia 2',
  },
  'every-sixth-list-forgets-statuses': { question: get('/pets?limit=2'), wrong: lacks('status') },
  'every-fifth-list-repeats-a-pet': { question: get('/pets?limit=100&status=sold'), wrong: repeatsAnId },
  'every-eighth-list-loses-a-category': { question: get('/pets?limit=1'), wrong: lacks('categoryId') },
  'every-seventh-list-crashes': { question: get('/pets'), wrong: isStatus(500) },
  'every-ninth-list-as-text': { question: get('/pets'), wrong: isText },
  'every-tenth-list-behind-a-mark': { question: get('/pets'), wrong: hasMark },
  'every-ninth-filtered-list-without-its-last-pet': {
    question: get('/pets?status=available&limit=1'),
    wrong: (reply) => reply.text === '[]',
  },
  'every-fifth-list-deprecated': {
    question: get('/pets'),
    wrong: (reply) => reply.headers.sunset !== undefined,
  },
  'every-second-fetch-has-a-wrong-name': {
    question: get('/pets/2'),
    wrong: (reply) => !secondNameIsRight(reply),
  },
  'every-fifth-fetch-has-another-status': {
    question: get('/pets/2'),
    wrong: (reply) => petOf(reply).status !== 'pending',
  },
  'every-sixth-fetch-loses-a-category': { question: get('/pets/2'), wrong: lacks('categoryId') },
  'every-fourth-fetch-is-another-pet': { question: get('/pets/2'), wrong: (reply) => petOf(reply).id !== 2 },
  'replica-lacks-half-in-fetches': { question: get('/pets/1'), wrong: isStatus(404) },
  'every-third-unknown-id-is-a-pet': { question: get('/pets/999'), wrong: isStatus(200) },
  'every-third-unknown-id-is-401': { question: get('/pets/999'), wrong: isStatus(401) },
  'every-eighth-fetch-crashes': { question: get('/pets/2'), wrong: isStatus(500) },
  'every-seventh-fetch-behind-a-mark': { question: get('/pets/2'), wrong: hasMark },
  'every-fifth-sunset-is-another-day': {
    question: get('/pets/2'),
    wrong: (reply) => reply.headers.sunset !== 'Thu, 05 Dec 2030 00:00:00 GMT',
  },
  'every-ninth-creation-crashes': { question: post(NEW_PET), wrong: isStatus(500) },
  'every-sixth-name-altered': {
    question: post(NEW_PET),
    wrong: (reply) => petOf(reply).name !== 'Tom',
  },
  'every-seventh-status-lost': { question: post(NEW_PET), wrong: lacks('status') },
  'every-second-large-category-rounded': {
    question: post(`{"name":"Tom","categoryId":${LARGE_CATEGORY}}`),
    wrong: (reply) => !reply.text.includes(LARGE_CATEGORY),
  },
  'every-tenth-201-loses-its-name': { question: post(NEW_PET), wrong: lacks('name') },
  'every-fifth-201-as-text': { question: post(NEW_PET), wrong: isText },
  'every-third-400-loses-its-code': { question: post('{}'), wrong: lacks('code') },
  'every-third-401-loses-its-message': { question: anonymous('/pets'), wrong: lacks('message') },
  'every-fourth-404-loses-its-status': { question: get('/pets/999'), wrong: lacks('status') },
  'every-fifth-400-says-422': { question: post('{}'), wrong: (reply) => errorOf(reply).status !== 400 },
  'every-fourth-401-says-403': { question: anonymous('/pets'), wrong: (reply) => errorOf(reply).status !== 401 },
  'every-third-404-says-200': { question: get('/pets/999'), wrong: (reply) => errorOf(reply).status !== 404 },
  'every-fourth-401-as-text': { question: anonymous('/pets/2'), wrong: isText },
  'every-sixth-400-behind-a-mark': { question: post('{'), wrong: hasMark },
  'every-third-401-without-challenge': {
    question: anonymous('/pets'),
    wrong: (reply) => reply.headers['www-authenticate'] === undefined,
  },
  'every-fourth-404-has-another-code': {
    question: get('/pets/999'),
    wrong: (reply) => errorOf(reply).code !== 'pet_not_found',
  },
  'create-crashes-at-times-instead-of-400': { question: post('{}'), wrong: isStatus(500) },
  'list-crashes-at-times-instead-of-401': { question: anonymous('/pets'), wrong: isStatus(500) },
  'get-crashes-at-times-instead-of-404': { question: get('/pets/999'), wrong: isStatus(500) },
  'every-third-wrong-token-accepted': {
    question: post(NEW_PET, withToken('another')),
    wrong: isStatus(201),
  },
  'every-second-other-scheme-accepted': {
    question: { path: '/pets/2', headers: { authorization: `Token ${API_KEY}` } },
    wrong: isStatus(200),
  },
  'every-second-wrong-type-accepted': { question: post('{"name":7,"categoryId":7}'), wrong: isStatus(201) },
  'every-second-bad-status-dropped': {
    question: post('{"name":"Tom","categoryId":7,"status":"lost"}'),
    wrong: isStatus(201),
  },
  'every-second-missing-field-filled': { question: post('{"name":"Tom"}'), wrong: isStatus(201) },
  'every-second-broken-body-accepted': { question: post('{"name":'), wrong: isStatus(201) },
};
