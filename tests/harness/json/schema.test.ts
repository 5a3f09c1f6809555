import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../harness/json/exact-json.ts';
import { errorProblem, petProblem } from '../../../suites/reading/reading.ts';

describe('a Pet', () => {
  const problem = (fields: string) => petProblem(parseJson(`{"name": "Rex", "categoryId": 1, ${fields}}`));

  test.each([
    '"id": 1',
    '"id": 1.0',
    '"id": 1e3',
    '"id": -1',
    '"id": 9223372036854775807',
    '"id": -9223372036854775808',
    '"id": 1, "categoryId": 9007199254740993',
    '"id": 1, "status": "sold"',
    '"id": 1, "name": ""',
    '"id": 1, "colour": null',
  ])('with %s is valid', (fields) => {
    expect(problem(fields)).toBeUndefined();
  });

  test.each([
    ['"id": 9223372036854775808', 'id is 9223372036854775808, not an integer in int64'],
    ['"id": -9223372036854775809', 'id is -9223372036854775809, not an integer in int64'],
    ['"id": 1.5', 'id is 1.5, not an integer in int64'],
    ['"id": "1"', 'id is "1", not an integer in int64'],
    ['"id": null', 'id is null, not an integer in int64'],
    ['"id": 1, "categoryId": 9223372036854775808', 'categoryId is 9223372036854775808, not an integer in int64'],
    ['"id": 1, "name": null', 'name is null, not a string'],
    ['"status": "sold"', 'id is missing'],
    ['"id": 1, "status": null', 'status is null, not a string'],
    ['"id": 1, "status": "SOLD"', 'status is "SOLD", which is not allowed'],
    ['"id": 1, "status": ""', 'status is "", which is not allowed'],
  ])('with %s is not: %s', (fields, sentence) => {
    expect(problem(fields)).toBe(sentence);
  });

  test('is an object with a name and a category', () => {
    expect(petProblem([])).toBe('it is a list, not an object');
    expect(petProblem({ id: 1, name: 'Rex' })).toBe('categoryId is missing');
    expect(petProblem({ id: 1, categoryId: 1 })).toBe('name is missing');
  });
});

describe('an Error', () => {
  const problem = (status: string) => errorProblem(parseJson(`{"code": "x", "message": "y", "status": ${status}}`));

  test.each(['400', '400.0', '4e2', '9223372036854775808'])('with status %s is valid in shape', (status) => {
    expect(problem(status)).toBeUndefined();
  });

  test.each([
    ['"400"', '"400"'],
    ['400.5', '400.5'],
    ['null', 'null'],
    ['[400]', 'a list'],
    [`"${'4'.repeat(50)}"`, 'a string of 52 characters'],
  ])('with status %s is not', (status, given) => {
    expect(problem(status)).toBe(`status is ${given}, not an integer`);
  });

  test.each([
    ['{"message": "y", "status": 400}', 'code is missing'],
    ['{"code": 400, "message": "y", "status": 400}', 'code is 400, not a string'],
    ['{"code": "x", "message": null, "status": 400}', 'message is null, not a string'],
    ['{"code": "x", "message": "y"}', 'status is missing'],
    ['"not found"', 'it is "not found", not an object'],
  ])('like %s is not', (text, sentence) => {
    expect(errorProblem(parseJson(text))).toBe(sentence);
  });

  test('may hold more than is documented', () => {
    expect(errorProblem({ code: 'x', message: 'y', status: 400, details: [1] })).toBeUndefined();
  });
});
