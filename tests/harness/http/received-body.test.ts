import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { receiveBody } from '../../../harness/http/received-body.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';

const KEY = 'Key-8c1f.secret';
const MEGABYTE = 1024 * 1024;
const read = (body: string) => receiveBody(Buffer.from(body), new Redactor(KEY));
const valueIn = (body: string) => {
  const { json } = read(body).reading();
  return json.ok ? json.value : json.why;
};

test('a body that is not large keeps every field', () => {
  const pets = Array.from({ length: 100 }, (_, id) => ({ id, name: 'N', categoryId: 1, extra: ['x'.repeat(1_000)] }));
  expect(valueIn(JSON.stringify(pets))).toEqual(pets);
});

describe('a large body', () => {
  const filler = `"extra":${JSON.stringify(Array.from({ length: 3_000 }, () => 'x'.repeat(1_000)))}`;

  test('keeps the fields that checks look at, and every element', () => {
    const extra = `"extra":"${'x'.repeat(1_000)}"`;
    const pets = Array.from({ length: 2_000 }, (_, id) => `{"id":${id},"name":"N","categoryId":1,${extra}}`);
    const kept = Array.from({ length: 2_000 }, (_, id) => ({ id, name: 'N', categoryId: 1 }));
    expect(valueIn(`[${pets.join()}]`)).toEqual(kept);
    expect(valueIn(`{"code":"a","message":"b","status":404,${filler}}`)).toEqual({
      code: 'a',
      message: 'b',
      status: 404,
    });
  });

  test('keeps the type of what a documented field has instead of its value', () => {
    const value = `{"id":[1],"name":{"a":1},"categoryId":9007199254740993,"status":null,${filler}}`;
    expect(valueIn(value)).toEqual({ id: [], name: {}, categoryId: 9007199254740993n, status: null });
  });

  test.each(['y', 'é', '€', '🐈', 'y€', '\\n', '\\u20ac', '\\ud83d\\udc08', 'y\\\\\\"', '\\ud800'])(
    'gives a very long name of %s as a small body does',
    (unit) => {
      const name = `start${unit.repeat(60_000)}end`;
      const pet = `{"id":1,"name":"${name}"`;
      const small = valueIn(`${pet}}`);
      expect(small).toMatchObject({ name: expect.stringMatching(/^start.{4091} … .{4093}end$/s) });
      expect(valueIn(`${pet},${filler}}`)).toEqual(small);
    },
  );

  test.each(['\\x', '\n', '\\u12', '\\'])('is not JSON if %j is in a very long string', (unit) => {
    expect(valueIn(`{"id":1,"name":"${'x'.repeat(MEGABYTE)}${unit}${'x'.repeat(MEGABYTE)}"}`)).toMatch(/JSON/);
  });

  test('is not JSON if it breaks off', () => {
    expect(valueIn(`{"id":1,${filler}`)).toMatch(/JSON/);
    expect(valueIn(`{"name":"${'x'.repeat(3 * MEGABYTE)}`)).toMatch(/JSON/);
  });

  test.each(['start', 'middle', 'end'])('shows the key at its %s', (place) => {
    const parts = { start: '', middle: '', end: '', [place]: KEY };
    const body = `{"a":"${parts.start}","b":"${'x'.repeat(MEGABYTE)}${parts.middle}${'x'.repeat(MEGABYTE)}","c":"${parts.end}"}`;
    expect(read(body).leaksKey()).toBe(true);
    expect(read(body.replace(KEY, '')).leaksKey()).toBe(false);
  });

  test('is not kept in memory by what was read', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const readApart = () => {
      const bytes = Buffer.from(`{"id":1,${filler}}`);
      return { body: receiveBody(bytes, new Redactor(KEY)), bytes: new WeakRef(bytes.buffer) };
    };
    const { body, bytes } = readApart();
    await sleep(10);
    collect();
    expect(bytes.deref()).toBeUndefined();
    expect(body.reading().json).toEqual({ ok: true, value: { id: 1 } });
  });

  test('does not take a defect of the suite for one of the connection', () => {
    const broken = new Redactor(KEY);
    broken.isIn = () => {
      throw new Error('a defect');
    };
    const body = receiveBody(Buffer.from(`{"id":1,${filler}}`), broken);
    expect(body.reading().json.ok).toBe(true);
    expect(() => body.leaksKey()).toThrow('a defect');
  });
});
