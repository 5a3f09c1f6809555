import { expect, test } from 'vitest';
import { API_KEY } from '../../proof/simulation/simulate.ts';
import { type Clock, createService, type Incoming, type Service } from '../../reference/service.ts';
import { reportOn } from './support.ts';

test.each([
  [
    'auth.invalid-key.listPets',
    ['trusted-connection-ignores-the-case-of-the-key'],
    'the key with its case swapped, on a connection that carried the right key',
  ],
  // What is wrong with every fetch has nothing to do with the limit.
  ['list.limit.malformed', ['limit-infinity', 'get-as-a-vendor-type'], 'limit Infinity'],
])('%s names what it depends on', async (id, faults, input) => {
  const { results } = await reportOn({ faults });
  expect(results.find((result) => result.id === id)?.cases?.listed[0]?.input).toBe(input);
});

test('a creation that is refused once and accepted when it is repeated is not refused for its input', async () => {
  let isRefused = false;
  const serve = (clock: Clock): Service => {
    const service = createService({ apiKey: API_KEY, clock });
    const receive = async (incoming: Incoming) => {
      const body = Buffer.concat(incoming.pieces);
      // A name of more than 64 characters may be refused.
      const isFirst = !isRefused && body.length < 200 && body.includes('Zoë');
      isRefused ||= isFirst;
      // Without a body the creation cannot succeed.
      return service.receive(isFirst ? { ...incoming, pieces: [] } : incoming);
    };
    return { ...service, receive };
  };
  const { results, run } = await reportOn({ serve });
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  expect(failed.map(({ id, intermittent, frequency }) => [id, intermittent, frequency?.repeated])).toEqual([
    ['create.echo', true, { times: 1, failed: 0 }],
  ]);
  expect(run.requests).toBeLessThan(800);
});
