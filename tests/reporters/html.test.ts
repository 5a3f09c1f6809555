import { expect, test } from 'vitest';
import { renderHtml } from '../../reporters/html/index.ts';
import { hostileReport } from './hostile.ts';
import { fullReport, oldReport } from './samples.ts';

test('html has a command to copy for each failing case that has one', () => {
  const page = renderHtml(fullReport);
  expect(page).toContain('aria-label="Copy the curl command of case 1 of create.wrong-type"');
  expect(page).not.toContain('of case 2 of create.wrong-type');
  expect(page.match(/<ol class="cases">.*?<\/ol>/s)?.[0].match(/<li>/g)).toHaveLength(6);
  expect(page).toContain('<h4>14 failing cases</h4>');
  expect(page).toContain('and 8 more, 14 in all');
});

test('html shows the evidence of a violation, what a pass covers, and interruptions', () => {
  const page = renderHtml(fullReport);
  expect(page).toContain('Intermittent: in 3 of 41 responses; not seen again in 3 repeats.');
  expect(page).toContain('exchange 7, on a connection that had just carried the right key</span>');
  expect(page).toContain('<div class="quiet">Checked: listPets, createPet.</div>');
  expect(page).toContain('2 interruptions by something in front of the service, 3.1 s');
});

test('html of an old report has none of it', () => {
  expect(renderHtml(oldReport)).not.toMatch(/class="(evidence|cases)"|Checked:|interruption/);
});

test('html escapes what a server chose in the new fields too', () => {
  // What is copied keeps every character, inside a quoted attribute.
  const page = renderHtml(hostileReport).replace(/data-copy="[^"]*"/g, '');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(/<img|<!--|[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u.exec(page)?.[0]).toBeUndefined();
  expect(page).toContain('class="cases"');
  expect(page).toContain('class="latency"');
});
