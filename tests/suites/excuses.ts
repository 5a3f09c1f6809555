import type { Scope } from '../../suites/reading/scope.ts';
import { type Steps, worldFrom } from './record.ts';

/** Why the last exchange says nothing about the service. */
export function excuseOfLast(steps: Steps, scope: Partial<Scope> = {}): string | undefined {
  const world = worldFrom(steps, scope);
  const last = world.readings.at(-1);
  return last && world.excuseOf(last);
}
