import { describe, expect, test } from 'vitest';
import { created, decisionOn, error, failing, LIVE, list, mine, post, reply, type Step } from './record.ts';

/* A request that combines values counts under the requirement of the smallest combination that fails alike. */

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

describe('a combined value is moved', () => {
  test('to the smaller combination that fails alike', () => {
    const steps = [LIVE, inPieces(error(400)), largeInPieces(error(400))];
    expect(failing(steps)).toEqual(['create.echo']);
    expect(decisionOn('create.echo', steps).violations).toHaveLength(2);
    expect(failing([LIVE, largeInPieces(error(400)), inPieces(error(400))])).toEqual(['create.echo']);
  });

  test('also where only the smaller one has a status, which is accepted by itself', () => {
    const sold = post({ name: 'Rex', categoryId: 1, status: 'sold' }, error(400), { cutAt: 9, input: [PIECES] });
    const isRight = withStatus(kept(5, { status: 'sold' }));
    expect(failing([LIVE, isRight, sold, largeInPieces(error(400))])).toEqual(['create.echo']);
    expect(failing([LIVE, isRight, sold, inPieces(kept(6, {})), largeInPieces(error(400))])).toEqual([
      'create.echo',
      'create.int64',
    ]);
  });

  test('also where a field comes back changed alike', () => {
    const cut = (name: string) => reply(201, { id: 7, name, categoryId: 1, status: 'sold' });
    const steps = [zoe(kept(6, { name: 'Zo' })), zoeSold(cut('Zo'))];
    expect(failing([LIVE, steps])).toEqual(['create.echo']);
  });

  test('with a limit under a filter, to the limit', () => {
    const steps = [LIVE, list('status=sold', []), list('limit=7', error(400)), list('status=sold&limit=7', error(400))];
    expect(failing(steps)).toEqual(['errors.documented-status', 'list.limit.honoured']);
  });

  test('with a bad credential, where the framing is refused with any key', () => {
    const refused = post({ name: 'Max', categoryId: 1 }, error(400), {
      cutAt: 9,
      auth: null,
      input: ['credential/none', PIECES],
    });
    expect(failing([LIVE, inPieces(error(400)), refused])).toEqual(['create.echo']);
  });

  test('with a broken body, where a valid one in pieces gets the same', () => {
    const broken = post('{"name":"Rex"}', error(418), { cutAt: 5, input: ['body/no-category', PIECES] });
    expect(failing([LIVE, inPieces(error(418)), broken])).toEqual(['create.echo', 'errors.documented-status']);
  });

  test('from a creation without a status to the plain one, where a status is required', () => {
    const steps = [post({ name: 'Rex', categoryId: 1 }, error(400)), withStatus(kept(5, { status: 'sold' }))];
    expect(failing([...steps, zoe(error(400)), large(error(400))])).toEqual(['create.minimal']);
  });
});

describe('a combined value is not moved', () => {
  test('where the smaller combination also succeeds', () => {
    const steps = [LIVE, inPieces(error(400)), inPieces(kept(5, {})), largeInPieces(error(400))];
    expect(failing(steps)).toEqual(['create.echo', 'create.int64']);
  });

  test('where a combination in between succeeds, so that the rest of it is the culprit', () => {
    const required = [post({ name: 'Rex', categoryId: 1 }, error(400)), withStatus(kept(5, { status: 'sold' }))];
    expect(failing([...required, zoe(error(400)), zoeSold(error(400))])).toEqual(['create.echo', 'create.minimal']);
  });

  test('where the answer is another one', () => {
    expect(failing([LIVE, inPieces(error(400)), largeInPieces(error(413))])).toEqual([
      'create.echo',
      'create.int64',
      'errors.documented-status',
    ]);
  });

  test('where its values are others', () => {
    expect(failing([LIVE, inPieces(error(400)), large(error(400))])).toEqual(['create.echo', 'create.int64']);
  });

  test('where somebody is let in', () => {
    const open = inPieces(reply(201, mine(5)), { auth: null, input: ['credential/none', PIECES] });
    expect(failing([LIVE, inPieces(kept(4, { name: 'Max' })), open])).toEqual([
      'auth.missing.createPet',
      'create.echo',
    ]);
  });

  test('where a broken body is accepted', () => {
    const broken = post('{"name":"Rex"}', reply(201, mine(5)), { cutAt: 5, input: ['body/no-category', PIECES] });
    const wrong = inPieces(kept(4, { name: 'Max' }));
    expect(failing([LIVE, wrong, broken])).toEqual(['create.echo', 'create.missing-field']);
  });

  test('from a limit to the plain list, where another limit is accepted', () => {
    const plain = [created(mine(1)), list('limit=5', [mine(1)]), list('', error(400))];
    const both = ['errors.documented-status', 'list.limit.honoured', 'list.ok'];
    expect(failing([...plain, list('limit=7', error(400))])).toEqual(both);
    const none = [created(mine(1)), list('', error(400)), list('limit=7', error(400))];
    expect(failing(none)).toEqual(['errors.documented-status', 'list.ok']);
  });

  test('from an invalid request to a plain one that gets the same', () => {
    const plain = [created(mine(1)), list('limit=5', [mine(1)]), list('', error(401))];
    const accused = [list('limit=abc', error(401)), list('limit=0', error(401)), list('status=gone', error(401))];
    expect(failing([...plain, accused])).toEqual([
      'auth.accepted',
      'list.limit.below-minimum',
      'list.limit.malformed',
      'list.ok',
      'list.status.unknown',
    ]);
    const required = [post({ name: 'Rex', categoryId: 1 }, error(422)), withStatus(kept(5, { status: 'sold' }))];
    expect(failing([...required, post('{}', error(422))])).toEqual([
      'create.minimal',
      'create.missing-field',
      'errors.documented-status',
    ]);
  });

  test('where a page has the wrong length or the wrong pets', () => {
    const wrong = list('status=sold', [mine(1), mine(2)]);
    const both = ['list.status.only', 'list.status.with-limit'];
    expect(failing([LIVE, wrong, list('status=sold&limit=1', [mine(1), mine(2)])])).toEqual(both);
  });
});
