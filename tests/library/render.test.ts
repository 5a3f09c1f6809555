import { expect, test } from 'vitest';
import { type ReporterName, render } from '../../library/index.ts';
import { reporters } from '../../reporters/index.ts';
import { fullReport } from '../reporters/samples.ts';

test.each([...reporters])('%s is what the command writes to a file', (name, reporter) => {
  const text = render(fullReport, name as ReporterName);
  expect(text).toBe(reporter(fullReport, { colour: false, width: 100 }));
});

test('colour and width are for the caller to choose', () => {
  expect(render(fullReport, 'terminal')).not.toContain('\u001b[');
  expect(render(fullReport, 'terminal', { colour: true })).toContain('\u001b[');
  const narrow = reporters.get('terminal')?.(fullReport, { colour: false, width: 60 });
  expect(render(fullReport, 'terminal', { width: 60 })).toBe(narrow);
  expect(narrow).not.toBe(render(fullReport, 'terminal'));
});

test('a form that there is not is refused in one sentence', () => {
  expect(() => render(fullReport, 'htm' as ReporterName)).toThrow('Unknown reporter "htm": did you mean html?');
});
