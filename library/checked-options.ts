import { UsageError } from '../harness/basics/usage-error.ts';
import type { RunOptions } from './run-options.ts';

/** Options that are not read like the text of a flag. */
export const OBJECTS: readonly string[] = [
  'waivers',
  'baseline',
  'signal',
  'onProgress',
  'command',
] satisfies (keyof RunOptions)[];

const PLAIN: readonly string[] = ['string', 'number', 'boolean', 'bigint'];

/** A copy, so that a program may use its object for the next run while this one is under way. */
export function checkedOptions(options: unknown, name: string): Partial<RunOptions> {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new UsageError(`${name} takes an object with options, such as { baseUrl, apiKey }.`);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [option, value] of given) checkType(option, value);
  return Object.fromEntries(given.map(([option, value]) => [option, Array.isArray(value) ? [...value] : value]));
}

function checkType(option: string, value: unknown): void {
  const refuse = (what: string) => {
    throw new UsageError(`${option} is not ${what}.`);
  };
  if (option === 'onProgress' && typeof value !== 'function') refuse('a function');
  if (option === 'signal' && !(value instanceof AbortSignal)) refuse('an AbortSignal');
  if (OBJECTS.includes(option)) return;
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isPlain = all.every((one) => PLAIN.includes(typeof one) || one instanceof URL);
  if (!isPlain) refuse('a text, a number, true or false, or a list of these');
}
