import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RecordedBodies, RecordedBody } from '../../../harness/http/recorded-body.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';

const KEY = 'Test-Key.7f3a';
const redactor = new Redactor(KEY);
const LONGEST = 16 * 1024;

const bodyOf = (text: string) => new RecordedBody(Buffer.from(text), redactor);
const filled = (bytes: number) => bodyOf('x'.repeat(bytes));

test('a body that is not long is shown whole', () => {
  for (const text of ['', 'x', 'é🐈'.repeat(10), 'x'.repeat(LONGEST)])
    expect(bodyOf(text).shown(LONGEST)).toEqual({ body: text });
});

test('of a long one there are both ends, its length and its hash', () => {
  const text = `start${'é🐈'.repeat(LONGEST)}end`;
  const { body, cut } = bodyOf(text).shown(LONGEST);
  const bytes = Buffer.byteLength(text);
  expect(cut).toMatchObject({ bytes, sha256: createHash('sha256').update(text).digest('hex') });
  expect(body).toMatch(/^starté.* … \[cut here: 98,312 bytes in all\] … .*🐈end$/su);
  expect(text.startsWith(body.slice(0, cut?.head))).toBe(true);
  expect(text.endsWith(body.slice(-(cut?.tail ?? 0)))).toBe(true);
  expect(body).not.toMatch(/\p{Surrogate}|\ufffd/u);
  expect([cut?.head, cut?.tail].every((length = 0) => length > LONGEST / 2 - 2 && length <= LONGEST / 2)).toBe(true);
});

test('no part of the key is left where a body is cut', () => {
  for (let shift = 0; shift <= KEY.length + 1; shift += 1) {
    const start = 'x'.repeat(LONGEST / 2 - shift);
    const text = `${start}${KEY}${'x'.repeat(LONGEST)}${KEY}${start}`;
    const { body } = bodyOf(text).shown(LONGEST);
    expect(body.replaceAll('$PETSTORE_API_KEY', '')).not.toMatch(/[^x]x*[^x ]x* … \[|Test|7f3a/);
  }
});

test('what proves nothing is cut before what does, and the oldest first', () => {
  const bodies = new RecordedBodies(100_000);
  const [old, proof, young, last] = [filled(40_000), filled(20_000), filled(20_000), filled(30_000)];
  proof.proves = true;
  for (const body of [old, proof, young, last]) bodies.keep(body);
  expect([old, proof, young, last].map(({ whole }) => whole !== undefined)).toEqual([false, true, false, true]);
  expect(old.shown(LONGEST).cut).toMatchObject({ bytes: 40_000, head: 512, tail: 512 });
});

test('of proofs, the largest is cut first, and keeps more of its ends', () => {
  const bodies = new RecordedBodies(100_000);
  const proofs = [filled(20_000), filled(60_000), filled(30_000)];
  for (const body of proofs) {
    body.proves = true;
    bodies.keep(body);
  }
  expect(proofs.map(({ whole }) => whole !== undefined)).toEqual([true, false, true]);
  expect(proofs[1]?.shown(LONGEST).cut).toMatchObject({ bytes: 60_000, head: 8192, tail: 8192 });
});

test('a body that no report shows whole is not kept, whatever it proves', () => {
  const body = filled(1_000_000);
  new RecordedBodies().keep(body);
  expect(body.whole).toBeUndefined();
  expect(body.shown(Number.POSITIVE_INFINITY).cut).toMatchObject({ bytes: 1_000_000, head: 8192, tail: 8192 });
});
