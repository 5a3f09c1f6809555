import { describe, expect, test } from 'vitest';
import { recordOf } from '../../../harness/http/reply.ts';
import { describe as described, expectReply, same, show } from '../../../harness/verdict/expect-reply.ts';
import { Violation } from '../../../harness/verdict/verdicts.ts';
import { replyOf } from '../replies.ts';

/** What a judgement throws. */
function endOf(judgement: () => unknown): unknown {
  try {
    judgement();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('the status', () => {
  test('is one of those allowed, or the violation names them and what came', () => {
    const reply = replyOf({ status: 422, body: '{"code":"x"}' });
    expect(endOf(() => expectReply(reply).answers(400, 422))).toBeUndefined();
    expect(endOf(() => expectReply(reply).answers(201, 400))).toMatchObject({
      expected: 'status 201 or 400',
      actual: '422 with {"code":"x"}',
      replies: [recordOf(reply)],
    });
  });

  test.each(['right', 'missing', 'invalid-key'] as const)('401 is a status like any other (%s)', (credential) => {
    const reply = replyOf({ status: 401, credential });
    expect(endOf(() => expectReply(reply).answers(401))).toBeUndefined();
    expect(endOf(() => expectReply(reply).answers(200))).toBeInstanceOf(Violation);
  });

  test('of a refusal is any 4xx, and nothing else', () => {
    for (const status of [400, 404, 422, 499]) expectReply(replyOf({ status })).refuses();
    for (const status of [200, 302, 399, 500]) {
      expect(endOf(() => expectReply(replyOf({ status })).refuses(', or an empty list'))).toMatchObject({
        expected: 'a 4xx Error, or an empty list',
        actual: `${status} with no body`,
      });
    }
  });
});

describe('the fields', () => {
  test('are compared digit for digit, whether as number or as bigint', () => {
    const reply = replyOf({ body: '{"id": 1, "categoryId": 9007199254740993, "name": "Rex"}' });
    expectReply(reply).carries({ id: 1n, categoryId: 9007199254740993n, name: 'Rex' });
    expect(endOf(() => expectReply(reply).carries({ categoryId: 9007199254740992n }))).toMatchObject({
      expected: 'categoryId 9007199254740992',
      actual: 'categoryId 9007199254740993',
    });
  });

  test('that are missing are reported as absent, and may be expected to be', () => {
    const reply = replyOf({ body: '{"name": "Rex"}' });
    expectReply(reply).carries({ name: 'Rex', status: undefined });
    expect(endOf(() => expectReply(reply).carries({ name: 'Max', status: 'sold' }))).toMatchObject({
      expected: 'name "Max", status "sold"',
      actual: 'name "Rex", status absent',
    });
    const null_ = replyOf({ body: '{"status": null}' });
    expect(endOf(() => expectReply(null_).carries({ status: undefined }))).toMatchObject({ actual: 'status null' });
  });

  test('stand in an object', () => {
    for (const body of ['[]', 'null', '"x"', '', 'not json']) {
      expect(endOf(() => expectReply(replyOf({ body })).holdsObject())).toBeInstanceOf(Violation);
    }
  });
});

test('two values are the same only if nothing tells them apart', () => {
  expect([same(1, 1n), same(0, -0), same('é', 'é'), same(undefined, undefined)]).not.toContain(false);
  const different: [unknown, unknown][] = [
    [1, 2n],
    [9007199254740993n, 9007199254740992],
    [1, '1'],
    [1.5, 1n],
    ['\u00e9', 'e\u0301'],
    [null, undefined],
  ];
  expect(different.filter(([a, b]) => same(a, b))).toEqual([]);
});

test('what is reported of a value has all its digits', () => {
  expect(show(undefined)).toBe('absent');
  expect(show({ id: 9007199254740993n })).toBe('{"id":9007199254740993}');
  expect(described(replyOf({ status: 500, body: '' }))).toBe('500 with no body');
});
