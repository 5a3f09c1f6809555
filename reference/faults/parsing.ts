import type { Fault } from '../change.ts';
import { refusal } from '../refusal.ts';

/** A fault of a parser that mends what it is given, or that gives up on what it should take. */
const reads = (name: string, story: string, violates: readonly string[], mend: (text: string) => string): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({ parse: (text) => rules.parse(mend(text)) }),
});

const givesUpOn = (pattern: RegExp) => (text: string) => {
  if (pattern.test(text)) throw refusal('invalidJson');
  return text;
};

const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/** JSON read by hand. */
export const parsingFaults: readonly Fault[] = [
  reads('only-compact-json', 'The parser knows no white space between tokens.', ['create.echo'], (text) =>
    text.trim() !== '' && /\s/.test(text.replace(STRINGS, '""')) ? givesUpOn(/^/)(text) : text,
  ),
  reads(
    'escape-needs-text-before-it',
    'A string that starts with an escape is taken for an empty one.',
    ['create.echo'],
    givesUpOn(/:"\\/),
  ),
  reads('trailing-text-ignored', 'Reading stops at the end of the object.', ['create.bad-body'], (text) =>
    text.replace(/\}[^}]*$/, '}'),
  ),
  reads('missing-brace-forgiven', 'A closing brace that is missing is put there.', ['create.bad-body'], (text) =>
    /^\{.*\d$/s.test(text) ? `${text}}` : text,
  ),
];
