import fc from 'fast-check';
import type { Exchange } from '../../harness/model/exchange.ts';
import { REQUIREMENTS } from '../requirements/index.ts';
import type { Drive } from './drive.ts';
import type { Options } from './options.ts';

/** Random inputs of one kind. */
export interface Property<T> {
  /** A requirement, or what sends them. */
  readonly probe: string;
  readonly arbitrary: fc.Arbitrary<T>;
  /** Corners that random values miss. They come first and count as runs. */
  readonly examples?: readonly T[];
  readonly runs: number;
  /** The ids of its values, each behind that of its table. */
  readonly input: (value: T) => readonly string[];
  readonly show: (value: T) => string;
  /** Resolves with the exchanges in which the value took part. */
  readonly send: (value: T, options: Options) => Promise<Exchange | undefined | readonly (Exchange | undefined)[]>;
}

/** Every attempt to shrink sends requests to the user's server. */
const SHRINK_ATTEMPTS = 24;

/** Sends the values that the seed gives, all at once. */
export async function sendProperty<T>(drive: Drive, property: Property<T>): Promise<void> {
  const { probe, arbitrary, examples = [], runs, input, show, send } = property;
  const { seed } = drive.settings;
  const numRuns = Math.max(runs, examples.length);
  const parameters = { seed, numRuns, examples: examples.map((example): [T] => [example]) };
  const always = fc.property(arbitrary, () => true);
  const values: readonly T[] = fc.sample(always, parameters).map(([value]) => value as T);
  const sendOne = async (value: T, path: string) => {
    const options = { probe, input: input(value), generated: { value: show(value), seed, path } };
    return [await send(value, options)].flat();
  };
  const sent = await Promise.all(
    values.map(async (value, index) => {
      const path = String(index);
      const exchanges = await sendOne(value, path);
      return { path, numbers: exchanges.flatMap((exchange) => exchange?.number ?? []) };
    }),
  );
  drive.shrinks.push(async () => {
    const violations = drive.violations();
    const failed = sent.find(({ numbers }) => numbers.some((number) => violations.has(number)));
    if (!failed) return;
    const wanted = new Set(failed.numbers.flatMap((number) => violations.get(number) ?? []).map(({ id }) => id));
    // What only good practice asks for is not worth more pets than a run creates on a conforming target.
    const isBounded = !REQUIREMENTS.some(({ id, level }) => level === 'MUST' && wanted.has(id));
    let attempts = 0;
    const stillFails = async (value: T) => {
      attempts += 1;
      if (attempts > SHRINK_ATTEMPTS || (isBounded && drive.creationsToSpare < 1)) return false;
      const exchanges = await sendOne(value, '');
      return exchanges.some((exchange) => exchange && drive.violationsOf(exchange).some(({ id }) => wanted.has(id)));
    };
    const predicate = fc.asyncProperty(arbitrary, async (value) => !(await stillFails(value)));
    await fc.check(predicate, { ...parameters, path: failed.path });
  });
}
