import { expect, test } from 'vitest';
import { Pace } from '../../../harness/http/pace.ts';
import { VirtualClock } from '../../../proof/simulation/virtual-clock.ts';

/** A pace, and for how long a request waits behind another one. */
function paced(distanceMs = 0) {
  const clock = new VirtualClock();
  const pace = new Pace(clock, new AbortController().signal, 1, distanceMs);
  const distance = () =>
    clock.run(async () => {
      await pace.turn();
      const since = clock.now();
      await pace.turn();
      return clock.now() - since;
    });
  return { pace, distance };
}

const times = (count: number, what: () => void) => {
  for (let time = 0; time < count; time += 1) what();
};

test('the first refusal puts 10 ms between two requests, and each further one a little more', async () => {
  const { pace, distance } = paced();
  expect(await distance()).toBe(0);
  pace.slowDown();
  expect(await distance()).toBeCloseTo(10);
  pace.slowDown();
  expect(await distance()).toBeCloseTo(11.5);
  times(32, () => pace.slowDown());
  expect(await distance()).toBeGreaterThan(1_000);
  expect(await distance()).toBeLessThan(1_100);
});

test('each answer takes a hundredth of it back, but not of what the settings say', async () => {
  const { pace, distance } = paced(5);
  times(10, () => pace.slowDown());
  const slow = await distance();
  times(100, () => pace.speedUp());
  expect((await distance()) / slow).toBeCloseTo(0.366, 2);
  times(1_000, () => pace.speedUp());
  expect(await distance()).toBeCloseTo(5);
});

test('fourteen answers weigh as much as one refusal', async () => {
  const { pace, distance } = paced();
  times(20, () => pace.slowDown());
  const before = await distance();
  times(14, () => pace.speedUp());
  pace.slowDown();
  expect((await distance()) / before).toBeCloseTo(1, 1);
});
