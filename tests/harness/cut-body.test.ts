import { expect, test } from 'vitest';
import { withShortBodies } from '../../harness/report/cut-body.ts';
import { replyOf } from './replies.ts';

const LONGEST = 16 * 1024;

const cut = (body: string) => withShortBodies(replyOf({ body }).exchange).response?.body ?? '';

test('a body that is not long is left as it is', () => {
  expect(cut('')).toBe('');
  expect(cut('x'.repeat(LONGEST))).toBe('x'.repeat(LONGEST));
});

test('a long body keeps its two ends, and tells what is left out', () => {
  const short = cut(`start${'x'.repeat(2 * LONGEST)}end`);
  expect(short).toMatch(/^startx+ … \[16,392 of 32,776 characters are left out here\] … x+end$/);
  expect(short.length).toBeLessThan(LONGEST + 100);
});

test('no character is cut in two', () => {
  for (const shift of ['', 'x']) expect(cut(`${shift}${'🐈'.repeat(LONGEST)}`)).not.toMatch(/\p{Surrogate}/u);
});

test('a request is cut too, and one without a body or a response stays so', () => {
  const { response: _response, ...unanswered } = replyOf().exchange;
  const request = { ...unanswered.request, body: 'x'.repeat(2 * LONGEST) };
  expect(withShortBodies({ ...unanswered, request }).request.body?.length).toBeLessThan(LONGEST + 100);
  expect(withShortBodies(unanswered)).toEqual(unanswered);
});
