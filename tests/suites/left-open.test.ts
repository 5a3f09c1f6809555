import { expect, test } from 'vitest';
import { classify } from '../../suites/reading/request.ts';
import { allIds } from '../../suites/requirements/index.ts';
import { leftOpen, leftOpenNear } from '../../suites/requirements/left-open.ts';
import { Session } from '../cli/session.ts';

const KEY = 'KEY';
const TARGET = { basePath: '', apiKey: KEY };

test.each(leftOpen.map((one) => [one.label, one] as const))('%s is left open', (_label, { allows, request }) => {
  const { credential, body, idKind, page, mayBeRefused } = classify(request, TARGET);
  const isAny = [credential, body, idKind, page?.filterKind].includes('open');
  const isUndocumented = page !== undefined && !page.isExact;
  const isEither = mayBeRefused || body === 'client-id' || isUndocumented;
  expect({ isAny, isOpen: isAny || isEither }).toEqual({ isAny: allows === 'any', isOpen: true });
});

test('each is near a requirement, and explain lists it there', async () => {
  for (const { label, near } of leftOpen) {
    const ids = allIds.filter((id) => leftOpenNear(id).some((one) => one.label === label));
    expect([label, ids.length >= near.length]).toEqual([label, true]);
  }
  const session = new Session();
  expect(await session.main('explain', 'get.invalid-id')).toBe(0);
  const text = session.stdout.text.replace(/\s+/g, ' ');
  expect(text).toContain('Left open any answer but a 5xx: an id with a sign (GET /pets/+7); an id with leading zeros');
});
