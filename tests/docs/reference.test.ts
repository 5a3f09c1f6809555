import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { commands, runCommand } from '../../cli/command.ts';
import { exitCodes } from '../../cli/io.ts';
import { settingKeys, settingTable } from '../../harness/settings/table.ts';
import { purposes } from '../../reporters/index.ts';

const pathInRoot = (name: string) => new URL(`../../${name}`, import.meta.url).pathname;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const code = (text: string) => `\`${text}\``;
const usage = (flag: string, placeholder?: string) => code(placeholder ? `--${flag} ${placeholder}` : `--${flag}`);

const settings = Object.values(settingTable);
const variables = new Set(settings.map(({ variable }) => variable));
const withoutVariable = runCommand.flags.filter(({ variable }) => variable === undefined || !variables.has(variable));

const REFERENCE = {
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
  const file = pathInRoot('docs/reference.md');
  const written = readFileSync(file, 'utf8');
  const current = Object.entries(REFERENCE).reduce((text, [name, rows]) => {
    const section = new RegExp(`<!-- ${name} -->\n.*?<!-- end of the table -->`, 's');
    expect(text).toMatch(section);
    return text.replace(section, () => `<!-- ${name} -->\n\n${rows}\n\n<!-- end of the table -->`);
  }, written);
  await expect(current).toMatchFileSnapshot(file);
});

test('.env.example has every setting that a file may set, in the words of the table (vitest -u writes it)', async () => {
  const file = pathInRoot('.env.example');
  const [heading] = readFileSync(file, 'utf8').split('\n\n');
  const inFile = settingKeys.filter((key) => !settingTable[key].isNeverInFile);
  const blocks = inFile.map((key) => {
    const { flag, placeholder, variable, description, default: standard } = settingTable[key];
    const usage = flag === undefined ? 'none' : `--${flag}${placeholder ? ` ${placeholder}` : ''}`;
    return `# ${description}\n# Flag: ${usage}. Default: ${standard}.\n# ${variable}=${placeholder ?? 'true'}`;
  });
  const current = `${[heading, ...blocks].join('\n\n')}\n`;
  expect(parse(current)).toEqual({});
  await expect(current).toMatchFileSnapshot(file);
});

test('the inputs of the action are the settings, and each reaches its variable (vitest -u writes them)', async () => {
  const file = pathInRoot('action.yml');
  const inputs: Record<string, object> = {};
  const environment: string[] = [];
  for (const key of settingKeys) {
    const { flag, variable, description } = settingTable[key];
    const input = flag ?? variable.replace('PETSTORE_', '').toLowerCase().replaceAll('_', '-');
    const isRequired = key === 'baseUrl' || key === 'apiKey';
    // The key is an input, and a secret of GitHub is neither a file nor a command.
    if (key === 'apiKeyFile' || key === 'apiKeyCommand') continue;
    inputs[input] = { description, required: isRequired, ...(!isRequired && { default: '' }) };
    if (key === 'readOnlyHosts') {
      environment.push('# Added to what the job or the machine has set, which an empty value would undo.');
      environment.push(`READ_ONLY_HOSTS: \${{ inputs.${input} }}`);
    } else environment.push(`${variable}: \${{ inputs.${input}${isRequired ? '' : ` || env.${variable}`} }}`);
  }
  const current = readFileSync(file, 'utf8')
    .replace(
      /(?<=^inputs:\n).*?(?=^ {2}command:)/ms,
      stringify(inputs, { lineWidth: 0 }).replace(/^/gm, '  ').trimEnd().concat('\n'),
    )
    .replace(/(?<=^ {6}env:\n).*?(?=^ {8}SERVER_COMMAND:)/ms, environment.map((line) => `        ${line}\n`).join(''));
  await expect(current).toMatchFileSnapshot(file);
});
