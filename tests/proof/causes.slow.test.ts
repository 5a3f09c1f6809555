import { describe, expect, test } from 'vitest';
import { parseJson, toJson } from '../../harness/json/exact-json.ts';
import type { Report } from '../../harness/model/report.ts';
import { storiesIn } from '../../harness/report/stories.ts';
import { API_KEY, type World } from '../../proof/simulation/simulate.ts';
import { createService, type Service } from '../../reference/service.ts';
import type { Incoming, Outgoing, Response } from '../../reference/wire.ts';
import { altered, answer, headlinesOf, reportOn } from './support.ts';

/* What the report says about the cause is right, or it says nothing. */

const textsIn = (report: Report) => storiesIn(report).flatMap(([{ failure }]) => failure.cause?.text ?? []);

/** A conforming server behind something that may answer by itself, or change what it gets. */
function behind(front: (incoming: Incoming, service: Service) => Promise<Outgoing>): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock });
      return { ...service, receive: (incoming) => front(incoming, service) };
    },
  };
}

const failed = (status: number): Response => ({
  kind: 'response',
  status,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify({ code: 'failed', message: 'It failed.', status })),
});

const isRight = ({ headers }: Incoming) =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === `Bearer ${API_KEY}`);

test('unknown ids that get 404 most of the time are not said to get another status', async () => {
  let count = 0;
  const report = await reportOn(
    altered(({ method, target }, response) => {
      const isMissing = method === 'GET' && /\/pets\/\d+$/.test(target) && response.status === 404;
      if (isMissing) count += 1;
      return isMissing && count % 20 === 0 ? failed(410) : response;
    }),
  );
  expect(textsIn(report)).toEqual([]);
});

test('a service that takes only some categories: the report says how to name them', async () => {
  const report = await reportOn({ variants: ['one-category-only'] }, { categoryIds: [] });
  expect(textsIn(report)[0]).toBe(
    'createPet refuses every pet of category 1 with 400. If it takes only some categories, name them with --category-ids.',
  );
});

test('a service that refuses categories which the user named: nothing is said about categories', async () => {
  const report = await reportOn({ faults: ['every-creation-refused'] }, { categoryIds: ['3'] });
  expect(headlinesOf(report)).toContain('create.minimal');
  expect(textsIn(report).join(' ')).not.toContain('--category-ids');
});

describe('the record shows the cause of', () => {
  test('pages that are all one pet short', async () => {
    const report = await reportOn(
      altered((incoming, response) => {
        const url = new URL(incoming.target, 'http://pets.test');
        const limit = Number(url.searchParams.get('limit') ?? 20);
        if (incoming.method !== 'GET' || response.status !== 200 || !url.pathname.endsWith('/pets')) return response;
        const pets = parseJson(response.body.toString()) as readonly unknown[];
        const cut = pets.length === limit ? pets.slice(0, -1) : pets;
        return answer(response, 200, 'application/json', toJson(cut));
      }),
    );
    expect(textsIn(report)).toEqual(['Every page is one pet short.']);
  });

  test('a filter that nothing reads', async () => {
    const report = await reportOn(
      behind((incoming, service) =>
        service.receive({ ...incoming, target: incoming.target.replace(/status=(available|pending|sold)/, 'x=y') }),
      ),
    );
    expect(textsIn(report)).toContain('The filter is not applied.');
  });
});

test('a cap is what the pages show', async () => {
  expect(textsIn(await reportOn({ faults: ['capped-at-eighty'] }))).toEqual(['Pages never have more than 80 pets.']);
});

describe('the usual cause is printed only where nothing contradicts it', () => {
  test('a list that is refused is not wrapped in an object', async () => {
    const report = await reportOn(
      behind(async (incoming, service) =>
        incoming.method === 'GET' && /\/pets(\?|$)/.test(incoming.target) && isRight(incoming)
          ? failed(400)
          : service.receive(incoming),
      ),
    );
    expect(textsIn(report).join()).not.toContain('wrapped');
  });

  test('a creation that fails with 500 is not answered with 200', async () => {
    const report = await reportOn(
      behind(async (incoming, service) =>
        incoming.method === 'POST' && isRight(incoming) ? failed(500) : service.receive(incoming),
      ),
    );
    expect(textsIn(report).join()).not.toContain('The answer is 200');
  });
});
