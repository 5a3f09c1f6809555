import { expect, test } from 'vitest';
import { renderJson } from '../../reporters/json.ts';
import { fullReport } from './samples.ts';

test('json holds the whole model, one field to a line, and ends its last line', () => {
  const text = renderJson(fullReport);
  expect(JSON.parse(text)).toEqual(fullReport);
  expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,\n/);
  expect(text.endsWith('}\n')).toBe(true);
});
