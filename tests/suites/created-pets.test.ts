import { expect, test } from 'vitest';
import { createdPets } from '../../suites/world/created-pets.ts';
import { created, error, list, mine, post, recordOf, reply, SCOPE, type Steps, withoutId } from './record.ts';

const idsIn = (...steps: Steps) =>
  recordOf(...steps)
    .flatMap(createdPets(SCOPE))
    .map(({ id }) => id);

test('a creation that had to wait is listed once, also where a list shows its pet before its answer arrives', () => {
  const other = post(withoutId(mine(9)), error(400));
  const waiting = post(withoutId(mine(1)), reply(429, 'slow down', [['Retry-After', '1']]));
  expect(idsIn(other, waiting, list('', [mine(1)]), created(mine(1)))).toEqual(['1']);
});

test('a refusal that stored its pet is not believed, nor is any other', () => {
  const refused = [1, 2].map((id) => post(withoutId(mine(id)), error(400)));
  expect(idsIn(...refused, list('', [mine(1)]))).toEqual(['1', undefined]);
});

test('a pet that a lenient parser may have read from a body that is not JSON is listed by its name', () => {
  const { name } = mine(1);
  const record = recordOf(post(`{"name":"${name}","categoryId":1} // pet`, error(500)));
  expect(record.flatMap(createdPets(SCOPE))).toMatchObject([{ name }]);
});
