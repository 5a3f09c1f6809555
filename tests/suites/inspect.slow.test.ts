import { describe, expect, test } from 'vitest';
import { recordFromHar } from '../../harness/archive/har.ts';
import type { Report } from '../../harness/model/report.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import { findSecrets } from '../../proof/simulation/find-secrets.ts';
import { reporters } from '../../reporters/index.ts';
import { type Assumptions, inspectRecording } from '../../suites/inspect.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly key?: string | null;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly answer?: unknown;
  readonly type?: string;
  /** In seconds since the first. */
  readonly at?: number;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const KEY = 'valid-key-7f3a';

function entryOf({ method = 'GET', path = '/pets', key = KEY, status = 200, at = 0, ...rest }: Sent) {
  const { body, headers = {}, answer = [], type = 'application/json' } = rest;
  const authorization: Record<string, string> = key === null ? {} : { Authorization: `Bearer ${key}` };
  return {
    startedDateTime: new Date(Date.parse('2026-11-15T00:00:00Z') + at * 1000).toISOString(),
    time: 5,
    request: {
      method,
      url: `https://pets.test/v1${path}`,
      headers: pairs({ ...authorization, ...(body && { 'Content-Type': 'application/json' }), ...headers }),
      ...(body && { postData: { text: body } }),
    },
    response: {
      status,
      headers: pairs({ 'Content-Type': type }),
      content: { text: status === 304 ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer) },
    },
  };
}

const inspect = (sent: readonly Sent[], assumptions?: Assumptions) => {
  const entries = sent.map((one, index) => entryOf({ at: index, ...one }));
  const recording = recordFromHar({ log: { entries } }, 'x.har', '/pets');
  const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl: recording.baseUrl, apiKey: '', runId: '' };
  return inspectRecording(recording, settings, assumptions);
};

const failedIn = ({ results }: Report) => results.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
const resultOf = ({ results }: Report, id: string) => results.find((result) => result.id === id);

const PET = { id: 7, name: 'Rex', categoryId: 1 };
const UNAUTHORIZED = { status: 401, answer: { code: 'unauthorized', message: 'No.', status: 401 } };
const pets = (count: number) => Array.from({ length: count }, (_, index) => ({ ...PET, id: index + 1 }));
const TWICE = '{"name":"Rex","name":5,"categoryId":1}';

describe('traffic of a conforming server', () => {
  const CONFORMING: Readonly<Record<string, readonly Sent[]>> = {
    'two valid keys': [{}, { key: 'another-key-9c1d' }, { key: 'wrong-key-0000', ...UNAUTHORIZED }],
    'a key that ends': [{}, {}, UNAUTHORIZED, { path: '/pets?limit=1', ...UNAUTHORIZED }],
    'a field twice, the last one taken': [
      { method: 'POST', body: TWICE.replace('5', '"Max"'), status: 201, answer: { ...PET, name: 'Max' } },
    ],
    'a field twice, the first one taken': [{ method: 'POST', body: TWICE, status: 201, answer: PET }],
    'a field twice, refused': [
      {},
      {
        method: 'POST',
        body: TWICE.replace('5', '"Max"'),
        status: 400,
        answer: { code: 'bad', message: 'Twice.', status: 400 },
      },
    ],
    'half a character, replaced': [
      { method: 'POST', body: '{"name":"\\ud800","categoryId":1}', status: 201, answer: { ...PET, name: '\ufffd' } },
    ],
    'an unknown parameter that chooses the size': [{ path: '/pets?page_size=50', answer: pets(50) }],
    'a cache': [
      { answer: [PET] },
      { headers: { 'If-None-Match': '"7"' }, status: 304 },
      { path: '/pets/7', answer: PET },
      { path: '/pets/7', headers: { 'if-modified-since': 'Sun, 15 Nov 2026 00:00:00 GMT' }, status: 304 },
    ],
  };

  test.each(Object.entries(CONFORMING))('%s', (_name, sent) => {
    expect(failedIn(inspect(sent).report)).toEqual([]);
    expect(failedIn(inspect(sent, { apiKey: KEY }).report)).toEqual([]);
  });

  test('what is wrong there is still reported', () => {
    expect(failedIn(inspect([{ path: '/pets?limit=20&x=y', answer: pets(21) }]).report)).toContain(
      'list.limit.honoured',
    );
    expect(failedIn(inspect([{}, { status: 304 }]).report)).toEqual(['list.ok', 'errors.documented-status']);
    expect(failedIn(inspect([{ type: 'text/html' }]).report)).toEqual(['body.content-type']);
    // Twice, but not in one object.
    const nested = '{"name":{"name":"Rex"},"categoryId":1}';
    const [list, pet] = [{ answer: [PET] }, { method: 'POST', status: 201, answer: PET }];
    const control = { ...pet, body: '{"name":"Rex","categoryId":1}' };
    expect(failedIn(inspect([list, control, { ...pet, body: nested, answer: { ...PET, id: 8 } }]).report)).toContain(
      'create.wrong-type',
    );
    const behind = { ...pet, body: `${control.body}${control.body}`, answer: { ...PET, id: 8 } };
    const { report } = inspect([list, control, behind]);
    expect(resultOf(report, 'create.lenient-body')).toMatchObject({ outcome: 'warn' });
  });

  test('a page of one pet is not a full target', () => {
    const statuses = ['', '&status=available', '&status=pending', '&status=sold'];
    const { report } = inspect(statuses.map((query) => ({ path: `/pets?limit=1${query}`, answer: [PET] })));
    expect(report.results.filter(({ why }) => why?.kind === 'target-full')).toEqual([]);
  });
});

describe('a recording without Authorization headers', () => {
  const SENT: readonly Sent[] = [
    { key: null, answer: [PET] },
    { key: null, path: '/pets?limit=1', answer: [PET], type: 'text/html' },
    { key: null, ...UNAUTHORIZED },
  ];

  test('says what is missing', () => {
    const { report } = inspect(SENT);
    expect(resultOf(report, 'list.ok')).toMatchObject({ outcome: 'inconclusive', why: { kind: 'no-credentials' } });
    expect(resultOf(report, 'list.ok')?.reason).toContain('--assume-authorized');
  });

  test('is checked under the assumption that answered requests were authorised', () => {
    const { report } = inspect(SENT, { isAuthorized: true });
    expect(resultOf(report, 'list.ok')).toMatchObject({ outcome: 'pass' });
    expect(failedIn(report)).toEqual(['body.content-type']);
    const auth = report.results.filter(({ id, level }) => id.startsWith('auth.') && level !== 'INFO');
    expect(new Set(auth.map(({ outcome, why }) => `${outcome} ${why?.kind}`))).toEqual(
      new Set(['skipped no-credentials']),
    );
  });

  test('is not assumed where there are some', () => {
    const { report } = inspect([{}, { key: null }], { isAuthorized: true });
    expect(failedIn(report)).toContain('auth.missing.listPets');
  });
});

describe('every credential of a recording is a secret', () => {
  const SECRETS = [
    'refused-token-1f2e',
    'cookie-value-77aa',
    'session-value-88bb',
    'gateway-key-99cc',
    'query-token-aadd',
    'hush-hush-bbee',
  ];
  const [refused, cookie, session, gateway, inQuery, password] = SECRETS;
  const message = SECRETS.join(' ');
  const sent: Sent = {
    key: refused as string,
    path: `/pets?access_token=${inQuery}`,
    headers: {
      Cookie: `a=${cookie}; b=2`,
      'X-Api-Key': gateway as string,
      'Proxy-Authorization': `Basic ${Buffer.from(`kim:${password}`).toString('base64')}`,
    },
    status: 401,
    answer: JSON.stringify({ code: 5, message, status: 401 }),
  };

  test.each([...reporters])('in %s', (_name, render) => {
    const entry = entryOf(sent);
    const setCookie = { name: 'Set-Cookie', value: `s=${session}; Path=/` };
    const response = { ...entry.response, headers: [...entry.response.headers, setCookie] };
    const recording = recordFromHar({ log: { entries: [{ ...entry, response }] } }, 'x.har', '/pets');
    const defaults = resolveSettings(new Map(), {}, '');
    const settings = { ...defaults, baseUrl: recording.baseUrl, apiKey: '', runId: '' };
    const { report, record, known } = inspectRecording(recording, settings);
    expect(failedIn(report)).toContain('errors.shape.401');
    const text = render(report, { colour: false, width: 100, verbose: true, record: record(), known: known() });
    expect(findSecrets(text, SECRETS)).toEqual([]);
  });
});

describe('a body that is not recorded, which is optional in the format', () => {
  const list = entryOf({ answer: [PET] });
  const creation = entryOf({ at: 1, method: 'POST', body: '{"name":"Rex","categoryId":1}', status: 201, answer: PET });
  const { postData: _body, ...bodiless } = creation.request;
  const withoutText = <Entry extends typeof list>(entry: Entry, content?: object | null) => ({
    ...entry,
    response: { ...entry.response, content },
  });
  const reportOn = (entries: readonly unknown[]) => {
    const recording = recordFromHar({ log: { entries } }, 'x.har', '/pets');
    const settings = { ...resolveSettings(new Map(), {}, ''), baseUrl: recording.baseUrl, apiKey: '', runId: '' };
    return inspectRecording(recording, settings).report;
  };

  test.each<[what: string, entries: readonly unknown[]]>([
    ['no text of a list', [withoutText(list, { size: 42, mimeType: 'application/json' })]],
    ['null as the text of a list', [withoutText(list, { text: null })]],
    ['no content of a list', [withoutText(list, null)]],
    ['no text of a creation', [list, withoutText(creation, {})]],
    ['no text of an error', [list, withoutText(entryOf({ at: 1, ...UNAUTHORIZED, key: 'another-key-0000' }), {})]],
    ['no postData', [list, { ...creation, request: bodiless }]],
    ['null as postData', [list, { ...creation, request: { ...bodiless, postData: null } }]],
    ['postData without a text', [list, { ...creation, request: { ...bodiless, postData: { params: [] } } }]],
  ])('%s fails nothing', (_what, entries) => {
    expect(failedIn(reportOn(entries))).toEqual([]);
  });

  test('says nothing about the body', () => {
    expect(resultOf(reportOn([withoutText(list, {})]), 'list.ok')).toMatchObject({ outcome: 'inconclusive' });
  });

  test('still has a status and headers', () => {
    const wrong = entryOf({ at: 1, status: 500, answer: 'Oops' });
    const failed = failedIn(reportOn([list, withoutText(wrong, {})]));
    expect(failed).toContain('errors.no-5xx');
    expect(failed).not.toContain('errors.shape.other');
    const refused = { ...creation, request: bodiless, response: entryOf({ status: 418 }).response };
    expect(failedIn(reportOn([list, creation, refused]))).toContain('errors.shape.other');
  });

  test('is not an empty one', () => {
    expect(failedIn(reportOn([withoutText(list, { text: '' })]))).toContain('list.ok');
    const headers = [...bodiless.headers, { name: 'Content-Length', value: '0' }];
    const control = { ...creation, startedDateTime: list.startedDateTime };
    expect(failedIn(reportOn([list, control, { ...creation, request: { ...bodiless, headers } }]))).toContain(
      'create.bad-body',
    );
  });
});

describe('a long recording takes time in proportion to its length', () => {
  const secondsFor = (length: number, sentOf: (index: number) => Sent, failed: readonly string[]) => {
    const sent = Array.from({ length }, (_, index) => sentOf(index));
    const before = process.cpuUsage();
    expect(failedIn(inspect(sent).report)).toEqual(failed.length > 0 ? expect.arrayContaining([...failed]) : []);
    return process.cpuUsage(before).user / 1e6;
  };

  test.each<[what: string, sentOf: (index: number) => Sent, failed: readonly string[]]>([
    ['where nothing fails', () => ({ answer: [PET] }), []],
    [
      'where every list fails',
      (at) => ({ path: `/pets?limit=${1 + (at % 100)}`, answer: '<p>' }),
      ['list.ok', 'body.json'],
    ],
    [
      'where every creation fails',
      (at) => ({
        method: 'POST',
        body: JSON.stringify({ name: `n${at}`, categoryId: 1 }),
        status: 201,
        answer: { ...PET, id: at + 1 },
      }),
      ['create.minimal'],
    ],
    [
      'where every fetch fails',
      (at) => ({ path: `/pets/${at}`, status: 500, answer: 'Oops' }),
      ['errors.shape.other', 'errors.no-5xx', 'body.json'],
    ],
  ])('%s', (_what, sentOf, failed) => {
    secondsFor(500, sentOf, failed);
    // Four times as many; without a bound of what only advises, up to sixteen times as long.
    const growth = () => secondsFor(4_000, sentOf, failed) / secondsFor(1_000, sentOf, failed);
    // Whatever else the process does may fall into one of the two.
    const first = growth();
    expect(first < 8 ? first : growth()).toBeLessThan(8);
  });
});
