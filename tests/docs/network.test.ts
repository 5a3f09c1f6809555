import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { networkTable, settingTable } from '../../harness/settings/table.ts';

const guide = readFileSync(new URL('../../docs/network.md', import.meta.url), 'utf8');

test.each(Object.values(networkTable))('docs/network.md explains $variable', ({ flag, variable }) => {
  expect(guide).toContain(flag === undefined ? variable : `--${flag}`);
});

test('docs/network.md names only flags and variables that exist', () => {
  const settings = Object.values(settingTable);
  const flags = settings.map(({ flag }) => `--${flag}`);
  const variables = settings.map(({ variable }) => variable);
  const ofCurl = ['--cacert'];
  const named = [...new Set(guide.match(/(?<![\w-])--[a-z][a-z-]+|PETSTORE_\w+/g))];
  expect(named.filter((name) => ![...flags, ...variables, ...ofCurl].includes(name))).toEqual([]);
});
