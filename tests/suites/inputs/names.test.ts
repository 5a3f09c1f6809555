import { describe, expect, it } from 'vitest';
import { cornerNames, denseNames, denseRefusableNames, refusableNames } from '../../../suites/inputs/names.ts';
import { conformingServer, expectUniqueLabels, MARK } from './reference.ts';

const corners = cornerNames(MARK);
const refusable = refusableNames(MARK);

describe('names', () => {
  it('have labels of their own and differ from each other', () => {
    expectUniqueLabels([...corners, ...refusable]);
    expect(new Set([...corners, ...refusable].map(({ name }) => name)).size).toBe(corners.length + refusable.length);
  });

  it('are few, since none of them can be removed again', () => {
    expect(corners.length).toBeLessThanOrEqual(25);
    expect(refusable.length).toBeLessThanOrEqual(12);
  });

  it.each(corners)('$label: must be accepted', ({ name }) => {
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.trim()).not.toBe('');
    expect(name).not.toMatch(/\p{Cc}|\p{Cs}/u);
  });

  it('reach the longest name that must be accepted, in one and in three bytes a character', () => {
    const longest = corners.filter(({ name }) => name.length === 255);
    expect(longest.map(({ name }) => Buffer.byteLength(name) > 255)).toEqual([false, true]);
  });

  it('have a dense form, with at most eleven names that a server may accept', () => {
    const dense = denseNames(MARK);
    expect(dense.length + denseRefusableNames(MARK).length).toBeLessThanOrEqual(11);
    for (const { name } of dense) expect(name.length).toBeLessThanOrEqual(255);
    const marked = corners.filter(({ name }) => name.startsWith(`${MARK} `) && name.length < 255);
    for (const { name } of marked) {
      expect(dense.some((other) => other.name.includes(name.slice(MARK.length)))).toBe(true);
    }
  });

  it.each(refusable)('$label: may be refused', ({ name }) => {
    expect(name.length > 255 || name.trim() === '' || /\p{Cc}/u.test(name)).toBe(true);
    expect(name).not.toMatch(/\p{Cs}/u);
  });

  it('carry the mark unless the whole text is the point', () => {
    const unmarked = [...corners, ...refusable].filter(({ name }) => !name.includes(MARK));
    expect(unmarked.length).toBeLessThanOrEqual(9);
    for (const { name } of unmarked) expect(name.length).toBeLessThanOrEqual(10);
  });

  it('are kept unchanged by a conforming server', async () => {
    await using server = await conformingServer();
    for (const { name } of [...corners, ...denseNames(MARK), ...refusable]) {
      const reply = await server.create(JSON.stringify({ name, categoryId: 1 }));
      expect(reply.status).toBe(201);
      expect(JSON.parse(reply.text)).toMatchObject({ name });
    }
  });
});
