import { isInteger, isObject } from '../../harness/json/exact-json.ts';
import type { Note } from './finding.ts';
import { conditionOf, describe, errorProblem, isError, type Reading, show } from './reading.ts';
import { headerOf } from './request.ts';
import type { World } from './world.ts';

/** Every repetition is bounded, so that the search is linear. */
const STACK_TRACE =
  /^[ \t]{1,40}at [^\n]{1,300}:\d|Traceback \(most recent call last\)|\.java:\d+\)|\bat [\w.<>$]{1,200}\([^\n)]{0,300}:\d|goroutine \d{1,9} \[|stack trace:/im;
/** In characters: a trace comes first. */
const SEARCHED = 64 * 1024;
/** A shorter key may appear by chance. */
const SHORTEST_SECRET = 8;

export function checkError(reading: Reading, world: World, note: Note): void {
  const { status, json, text, problem, unreadable, headers } = reading;
  const kind = status === 400 || status === 401 || status === 404 ? (`${status}` as const) : 'other';
  if (!unreadable) {
    note(
      `errors.shape.${kind}`,
      isError(json),
      'an Error body',
      () => `${problem ?? errorProblem(json) ?? ''}: ${describe(reading)}`,
    );
  }
  const field = isObject(json) ? json.status : undefined;
  if (isInteger(field)) {
    note(`errors.status-matches.${kind}`, Number(field) === status, `status ${status} in the body`, () => show(field));
  }
  if (status === 401) {
    const challenge = headerOf(headers, 'www-authenticate');
    note(
      'auth.challenge',
      /(^|[\s,])bearer\b/i.test(challenge ?? ''),
      'WWW-Authenticate naming Bearer',
      () => challenge ?? 'no WWW-Authenticate header',
    );
  }
  const leaks = holdsKey(text, world.scope.apiKey);
  note(
    'errors.no-leak',
    !leaks && !STACK_TRACE.test(text.slice(0, SEARCHED).replaceAll('\\n', '\n')),
    `no ${leaks ? 'credential' : 'stack trace'} in an error body`,
    () => describe(reading),
  );
  if (isError(json)) checkCode(reading, json, world, note);
}

function holdsKey(text: string, key: string): boolean {
  if (key.length < SHORTEST_SECRET) return false;
  const forms = [key, encodeURIComponent(key), Buffer.from(key).toString('base64').replace(/=+$/, '')];
  return forms.some((form) => text.includes(form));
}

/** One condition always gives the same code. */
function checkCode(
  reading: Reading,
  { code, message }: { code: string; message: string },
  world: World,
  note: Note,
): void {
  const isEmpty = code.trim() === '' || message.trim() === '';
  const condition = conditionOf(reading);
  const first = condition === undefined ? undefined : world.firstErrors.get(condition);
  const before = first && isError(first.json) ? first.json.code : code;
  const expected = isEmpty ? 'a code and a message that are not empty' : `the code ${before}, as before`;
  const actual = () => (isEmpty ? describe(reading) : `${code} for the same condition`);
  note('errors.informative', !isEmpty && code === before, expected, actual, () => ({
    earlier: isEmpty ? undefined : first,
  }));
}
