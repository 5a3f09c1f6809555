import type { Variant } from '../change.ts';
import { Refusal, refusal } from '../refusal.ts';

const AFTER_REMOVAL = { now: '2031-01-01' };

/** From the removal date on, the router no longer knows getPet. */
const removed = (name: string, story: string, reason: () => Refusal): Variant => ({
  name,
  story,
  settings: AFTER_REMOVAL,
  change: (rules) => ({
    route: (method, path) => {
      const route = rules.route(method, path);
      return 'operation' in route && route.operation === 'getPet' ? { refusal: reason() } : route;
    },
  }),
});

/** The service after 5 December 2030. */
export const removalVariants: readonly Variant[] = [
  removed('get-removed', 'getPet was removed in time, and its address gets 404.', () => refusal('routeNotFound')),
  removed(
    'get-removed-with-410',
    'getPet was removed in time, and its address gets 410.',
    () => new Refusal({ status: 410, code: 'gone', message: 'This operation was removed on 5 December 2030.' }),
  ),
  {
    name: 'get-still-served',
    story: 'getPet is still served after its removal date.',
    settings: AFTER_REMOVAL,
    change: () => ({}),
  },
];
