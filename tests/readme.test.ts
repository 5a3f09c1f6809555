import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../cli/exit-codes.ts';
import { settingTable } from '../harness/settings/table.ts';
import { faults } from '../reference/faults/index.ts';
import { catalogue } from '../suites/catalogue.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replaceAll('\\|', '|');

describe('the README', () => {
  test.each(Object.values(settingTable).map((setting) => [setting.variable, setting] as const))(
    'tells %s in the words of the help',
    (_variable, { flag, placeholder, variable, description, default: fallback }) => {
      const usage = flag === undefined ? 'none' : `\`--${flag}${placeholder ? ` ${placeholder}` : ''}\``;
      expect(readme).toContain(`| ${usage} | \`${variable}\` | ${description} | ${fallback} |`);
    },
  );

  test.each(Object.values(exitCodes).map(({ code, meaning }) => [code, meaning] as const))(
    'tells exit code %i',
    (code, meaning) => {
      expect(readme).toContain(`| ${code} | ${meaning} |`);
    },
  );

  test('counts right', () => {
    const observations = catalogue.filter(({ level }) => level === 'INFO').length;
    expect(readme).toContain(`each of ${catalogue.length - observations} requirements`);
    expect(readme).toContain(`${observations} observations`);
    expect(readme).toContain(`${faults.length} servers with one defect each`);
  });
});
