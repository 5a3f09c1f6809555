import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../cli/exit-codes.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { faults } from '../../reference/faults/index.ts';
import { startReference } from '../../reference/server.ts';
import { variants } from '../../reference/variants/index.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { petStore } from '../../suites/index.ts';
import { settingsFor, TEST_KEY } from '../support.ts';

/** Without ports, identifiers, amounts and times, and without the line breaks that depend on how long those are. */
function steady(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/\n +[<>] /g, '')
    .replace(/"id":\d+/g, '"id":N')
    .replace(/\(\d+ ms\)/g, '(N ms)')
    .replace(/about \d+ more runs/, 'about N more runs')
    .replace(/\d+ requests, \d+ creations, [\d.]+ s/, 'EFFORT');
}

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replaceAll('\\|', '|');
const readme = textOf('README.md');
const settings = textOf('docs/settings.md');

describe('the README', () => {
  test.each(Object.values(settingTable).map((setting) => [setting.variable, setting] as const))(
    'describes %s in the words of the help, on the page of settings',
    (_variable, { flag, placeholder, variable, description, default: fallback }) => {
      const usage = flag === undefined ? 'none' : `\`--${flag}${placeholder ? ` ${placeholder}` : ''}\``;
      expect(settings).toContain(`| ${usage} | \`${variable}\` | ${description} | ${fallback} |`);
    },
  );

  test.each(Object.values(exitCodes).map(({ code, meaning }) => [code, meaning] as const))(
    'lists exit code %i',
    (code, meaning) => {
      expect(readme).toContain(`| ${code} | ${meaning} |`);
    },
  );

  test('shows what a run really prints, save what is another each time', async () => {
    const server = await startReference({ apiKey: TEST_KEY, faults: ['category-through-double'] });
    onTestFinished(() => server.close());
    const runSettings = settingsFor(server.baseUrl, { seed: 7, runId: '4lj70fq', consistencyWindowMs: 2_000 });
    const report = await runInline(runSettings, petStore, { rows: catalogue });
    const printed = renderTerminal(report, { colour: false, width: 100 });
    const shown = /```\n(petstore-conformance .*?)\n```/s.exec(readme)?.[1] ?? 'nothing';
    expect(shown).toContain('create.int64  MUST');
    expect(steady(shown).split('\n')).toEqual(steady(printed).trimEnd().split('\n'));
  });

  test('counts right', () => {
    const observations = catalogue.filter(({ level }) => level === 'INFO').length;
    expect(readme).toContain(`each of ${catalogue.length - observations} requirements`);
    expect(readme).toContain(`${observations} observations`);
    // Each variant, and thirty combinations of them.
    const conforming = variants.length + 30;
    expect(readme).toContain(`${faults.length} servers with one defect each and ${conforming} conforming ones`);
  });
});
