import { describe, expect, test } from 'vitest';
import { decisionOn, error, failing, LIVE, list, mine, post, reply, type Step } from './record.ts';

/* Nothing moves: each requirement judges the requests that are plain but for its value, and combinations have their own. */

const LARGE = 2n ** 53n + 1n;
const PIECES = 'framing/pieces';
const CATEGORY = 'category/beyond-double';
type Answer = ReturnType<typeof reply>;

const inPieces = (answer: Answer, options = {}): Step =>
  post({ name: 'Rex', categoryId: 1 }, answer, { cutAt: 9, input: [PIECES], ...options });
const largeInPieces = (answer: Answer): Step =>
  post({ name: 'Rex', categoryId: LARGE }, answer, { cutAt: 9, input: [CATEGORY, PIECES] });
const large = (answer: Answer): Step => post({ name: 'Rex', categoryId: LARGE }, answer, { input: [CATEGORY] });
const withStatus = (answer: Answer, name = 'Rex', input: readonly string[] = []): Step =>
  post({ name, categoryId: 1, status: 'sold' }, answer, { input });
const zoe = (answer: Answer): Step => post({ name: 'Zoë', categoryId: 1 }, answer, { input: ['name/accents'] });
const kept = (id: number, fields: object) => reply(201, { id, name: 'Rex', categoryId: 1, ...fields });
const zoeSold = (answer: Answer) => withStatus(answer, 'Zoë', ['name/accents']);

describe('whether a creation is accepted is judged', () => {
  test.each<[string, readonly Step[], readonly string[]]>([
    ['by create.int64 for a large category alone', [large(error(400))], ['create.int64']],
    ['by create.with-status for a status alone', [withStatus(error(400))], ['create.with-status']],
    ['by create.echo for a name alone', [zoe(error(400))], ['create.echo']],
    ['by create.echo for a framing alone', [inPieces(error(400))], ['create.echo']],
    ['by create.echo for a combination', [largeInPieces(error(400))], ['create.echo']],
    ['by create.echo for a name with a status', [zoeSold(error(400))], ['create.echo']],
    ['by each for what it is about', [inPieces(error(400)), large(error(400))], ['create.echo', 'create.int64']],
  ])('%s', (_what, steps, expected) => {
    expect(failing([LIVE, steps])).toEqual(expected);
  });

  test('by create.minimal for a plain body', () => {
    expect(
      failing([post({ name: 'Rex', categoryId: 1 }, error(400)), withStatus(kept(5, { status: 'sold' }))]),
    ).toEqual(['create.minimal']);
  });

  test('but what comes back changed counts under its field, whatever was sent beside it', () => {
    const rounded = reply(201, { id: 7, name: 'Rex', categoryId: 9007199254740992n });
    expect(failing([LIVE, largeInPieces(rounded)])).toEqual(['create.int64']);
  });
});

describe('whether a list is accepted is judged', () => {
  const headers = { input: ['headers/no-accept'] };
  const refused = (query: string, options = {}) => list(query, error(400), options);

  test.each<[string, Step, string]>([
    ['by list.ok for the plain list', refused(''), 'list.ok'],
    ['by list.ok for odd headers', refused('', headers), 'list.ok'],
    ['by list.ok for a limit with odd headers', refused('limit=7', headers), 'list.ok'],
    ['by list.limit.honoured for a limit alone', refused('limit=7'), 'list.limit.honoured'],
    ['by list.status.only for a filter alone', refused('status=sold'), 'list.status.only'],
    ['by list.status.with-limit for both', refused('status=sold&limit=7'), 'list.status.with-limit'],
    [
      'by list.status.with-limit for both with odd headers',
      refused('limit=7&status=sold', headers),
      'list.status.with-limit',
    ],
  ])('%s', (_what, step, expected) => {
    expect(failing([LIVE, step])).toEqual(['errors.documented-status', expected]);
  });
});

describe('how an invalid request is refused', () => {
  test('counts under create.invalid where something else is odd, too', () => {
    const broken = (cutAt: object) =>
      post('{"name":"Rex"}', error(418), {
        input: ['body/no-category', ...('cutAt' in cutAt ? [PIECES] : [])],
        ...cutAt,
      });
    expect(failing([LIVE, broken({})])).toEqual(['create.missing-field']);
    expect(failing([LIVE, broken({ cutAt: 5 })])).toEqual(['create.invalid']);
  });

  test('counts under errors.no-5xx, where an undocumented value is one of several and the answer is a 5xx', () => {
    expect(failing([LIVE, list('limit=abc&status=sold', error(500))])).toEqual(['errors.no-5xx']);
    expect(failing([LIVE, list('limit=abc', error(500))])).toEqual(['errors.no-5xx', 'list.limit.malformed']);
    expect(failing([LIVE, list('status=gone&limit=7', error(500))])).toEqual(['errors.no-5xx']);
  });

  test('does not matter where it is accepted', () => {
    const broken = post('{"name":"Rex"}', reply(201, mine(5)), { cutAt: 5, input: ['body/no-category', PIECES] });
    const wrong = inPieces(kept(4, { name: 'Max' }));
    expect(failing([LIVE, wrong, broken])).toEqual(['create.echo', 'create.missing-field']);
    const open = inPieces(reply(201, mine(5)), { auth: null, input: ['credential/none', PIECES] });
    expect(failing([LIVE, open])).toEqual(['auth.missing.createPet']);
  });
});

test('a pass never rests on an exchange that its own check calls wrong', () => {
  const unrounded = reply(201, { id: 7, name: 'Rex', categoryId: LARGE });
  const zero = reply(201, { id: 8, name: 'Rex', categoryId: 0 });
  const steps = [LIVE, large(unrounded), largeInPieces(zero)];
  expect(decisionOn('create.int64', steps).outcome).toBe('fail');
});
