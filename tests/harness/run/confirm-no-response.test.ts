import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { confirmNoResponse } from '../../../harness/run/confirm-no-response.ts';
import { openTarget } from '../../../harness/run/target.ts';
import { Inconclusive, Unanswered, Violation } from '../../../harness/verdict/verdicts.ts';
import { settingsFor } from '../../support.ts';
import { serveHttp } from '../servers.ts';

/** How a server takes a request: each word is one, the last for ever. */
type Manner = 'answers' | 'silent' | 'breaks' | 'busy';

/** Asks for pet 7, which gets no answer, and confirms the silence. */
async function verdictOn(pet: readonly Manner[], list: Manner) {
  let asked = 0;
  const origin = await serveHttp((request, response) => {
    if (request.url === '/v1/pets') return take(response, list);
    asked += 1;
    take(response, pet[Math.min(asked, pet.length) - 1] ?? 'silent');
  });
  const settings = settingsFor(`${origin}/v1`, { timeoutMs: 200, maxWaitMs: 0 });
  const target = openTarget(settings, new AbortController().signal, () => undefined);
  onTestFinished(() => target.close());
  const api = target.apiFor('get.found');
  const first = await api.getPet(7).catch((error: unknown) => error);
  expect(first).toBeInstanceOf(Unanswered);
  const verdict = await confirmNoResponse(first as Unanswered, target.apiFor('get.found'));
  return { verdict, asked, journal: target.transport.journal };
}

function take(response: ServerResponse, manner: Manner): void {
  if (manner === 'answers') response.end('[]');
  if (manner === 'breaks') response.destroy();
  if (manner === 'busy') response.writeHead(429).end('busy');
}

test('silence twice, while a plain request is answered, is a violation', async () => {
  const { verdict, asked, journal } = await verdictOn(['silent'], 'answers');
  expect(verdict).toBeInstanceOf(Violation);
  expect(verdict).toMatchObject({
    expected: 'an HTTP response',
    actual: 'no complete response within 0.2 s (timeout), twice, while a plain request is answered',
  });
  expect(verdict.replies.map(({ exchange }) => exchange.number)).toEqual([2]);
  expect(asked).toBe(2);
  expect(journal.map(({ request }) => request.path)).toEqual(['/v1/pets/7', '/v1/pets/7', '/v1/pets']);
  expect(journal[1]?.request).toEqual(journal[0]?.request);
});

test('so is a connection that breaks every time', async () => {
  const { verdict, asked } = await verdictOn(['breaks'], 'answers');
  expect(verdict).toBeInstanceOf(Violation);
  expect(verdict).toMatchObject({ actual: expect.stringContaining('(reset)') });
  expect(asked).toBe(4);
});

test('silence once decides nothing', async () => {
  const { verdict } = await verdictOn(['silent', 'answers'], 'answers');
  expect(verdict).toBeInstanceOf(Inconclusive);
  expect(verdict).toMatchObject({ reason: { kind: 'no-response', repeated: 'answered' } });
});

test('a target that is silent altogether is not accused', async () => {
  for (const manner of ['silent', 'busy'] as const) {
    const { verdict } = await verdictOn(['silent'], manner);
    expect(verdict).toBeInstanceOf(Inconclusive);
    expect(verdict).toMatchObject({ reason: { kind: 'no-response', repeated: 'target-silent' } });
  }
});

test('a rate limit met while asking again decides nothing', async () => {
  const { verdict } = await verdictOn(['silent', 'busy'], 'answers');
  expect(verdict).toBeInstanceOf(Inconclusive);
  expect(verdict).toMatchObject({ reason: { kind: 'no-response', repeated: 'not-possible' } });
});
