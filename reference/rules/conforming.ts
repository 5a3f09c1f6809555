import type { Clock } from '../clock.ts';
import { randomFrom } from '../random.ts';
import type { Rules } from '../rules.ts';
import * as access from './access.ts';
import * as answer from './answer.ts';
import * as create from './create.ts';
import * as get from './get.ts';
import * as list from './list.ts';

/** The rules of a server that does what the specification documents. */
export function conformingRules(clock: Clock, seed = 1): Rules {
  const rules = { ...access, ...list, ...create, ...get, ...answer, transmit: answer.transmitter(clock) };
  return { ...rules, random: randomFrom(seed), now: () => clock.now(), sleep: (ms) => clock.sleep(ms) };
}
