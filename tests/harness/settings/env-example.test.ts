import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { settingTable } from '../../../harness/settings/table.ts';

const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');

test.each(Object.values(settingTable))('.env.example describes $variable in the words of the table', (setting) => {
  const flag = [
    setting.flag ? `--${setting.flag}` : 'none',
    ...(setting.flag && setting.placeholder ? [setting.placeholder] : []),
  ].join(' ');
  expect(example).toContain(
    [
      `# ${setting.description}`,
      `# Flag: ${flag}. Default: ${setting.default}.`,
      `# ${setting.variable}=${setting.placeholder ?? 'true'}`,
    ].join('\n'),
  );
});

test('.env.example names no variable that is not a setting, and sets none', () => {
  const named = example.match(/PETSTORE_\w+/g) ?? [];
  expect(named.toSorted()).toEqual(
    Object.values(settingTable)
      .map((setting) => setting.variable)
      .sort(),
  );
  expect(parse(example)).toEqual({});
});
