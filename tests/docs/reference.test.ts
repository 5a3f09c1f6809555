import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, runCommand } from '../../cli/command.ts';
import { exitCodes } from '../../cli/io.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { purposes } from '../../reporters/index.ts';

const PAGE = new URL('../../docs/reference.md', import.meta.url).pathname;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string) => `\`${text}\``;
const usage = (flag: string, placeholder?: string) => code(placeholder ? `--${flag} ${placeholder}` : `--${flag}`);

const settings = Object.values(settingTable);
const variables = new Set(settings.map(({ variable }) => variable));
const withoutVariable = runCommand.flags.filter(({ variable }) => variable === undefined || !variables.has(variable));

const TABLES = {
  commands: table(
    ['command', 'what it does'],
    commands.map(({ name, operands, summary }) => [code(operands ? `${name} ${operands}` : name), summary]),
  ),
  settings: table(
    ['flag', 'variable', 'meaning', 'default'],
    settings.map(({ flag, placeholder, variable, description, default: standard }) => [
      flag === undefined ? 'none' : usage(flag, placeholder),
      code(variable),
      description,
      standard,
    ]),
  ),
  flags: table(
    ['flag', 'meaning'],
    withoutVariable.map(({ flag, placeholder, description }) => [usage(flag, placeholder), description]),
  ),
  reporters: table(
    ['reporter', 'what it is'],
    purposes.map(([name, purpose]) => [code(name), purpose]),
  ),
  'exit codes': table(
    ['code', 'meaning'],
    Object.values(exitCodes).map(({ code: number, meaning }) => [String(number), meaning]),
  ),
};

test('the tables of the reference are those of the code (vitest -u writes them)', async () => {
  const written = readFileSync(PAGE, 'utf8');
  const current = Object.entries(TABLES).reduce((page, [name, rows]) => {
    const section = new RegExp(`<!-- ${name} -->\n.*?<!-- end of the table -->`, 's');
    expect(page).toMatch(section);
    return page.replace(section, () => `<!-- ${name} -->\n\n${rows}\n\n<!-- end of the table -->`);
  }, written);
  await expect(current).toMatchFileSnapshot(PAGE);
});
