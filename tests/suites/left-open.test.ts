import { expect, test } from 'vitest';
import { toJson } from '../../harness/json/exact-json.ts';
import type { Headers } from '../../harness/model/wire.ts';
import { classify } from '../../suites/reading/request.ts';
import { leftOpenNear, REQUIREMENTS } from '../../suites/requirements/index.ts';
import { Session } from '../cli/session.ts';

const KEY = 'KEY';
const TARGET = { basePath: '', apiKey: KEY };

const leftOpen = new Set(REQUIREMENTS.flatMap(({ id }) => leftOpenNear(id)));

test.each([...leftOpen].map((one) => [one.label, one] as const))('%s is left open', (_label, { allows, request }) => {
  const { method, path, options, body } = request;
  const { credential = `Bearer ${KEY}`, contentType = 'application/json' } = options;
  const headers: Headers = [
    ['Authorization', `${credential}`],
    ['Content-Type', contentType],
  ];
  const text = body === undefined ? {} : { body: typeof body === 'string' ? body : toJson(body) };
  const asked = classify({ method, path, headers, ...text }, TARGET);
  const isAny = [asked.credential, asked.body, asked.idKind, asked.page?.filterKind].includes('open');
  const isUndocumented = asked.page !== undefined && !asked.page.isExact;
  const isEither = asked.mayBeRefused || asked.body === 'client-id' || isUndocumented;
  expect({ isAny, isOpen: isAny || isEither }).toEqual({ isAny: allows === 'any', isOpen: true });
});

test('explain lists it with the requirement', async () => {
  expect(leftOpen.size).toBeGreaterThan(30);
  const session = new Session();
  expect(await session.main('explain', 'get.invalid-id')).toBe(0);
  const text = session.stdout.text.replace(/\s+/g, ' ');
  expect(text).toContain('Left open any answer but a 5xx: an id with a sign (GET /pets/+7); an id with leading zeros');
});
