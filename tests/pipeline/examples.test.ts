import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commands } from '../../cli/command.ts';
import { parseFlags } from '../../cli/invocation.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { reporters } from '../../reporters/index.ts';
import { action, COSIGN, CRONJOB, exampleText, GITLAB, stepsOf, WORKFLOWS } from './files.ts';

const YAML_FILES = [...WORKFLOWS, GITLAB, CRONJOB];
const FILES = [...YAML_FILES, COSIGN];
const REQUIRED = ['base-url', 'api-key'];
const variables = Object.values(settingTable).map(({ variable }) => variable);

test.each(YAML_FILES)('%s is YAML', (file) => {
  const documents = parseAllDocuments(exampleText(file));
  expect([documents].flat().flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
});

test.each(FILES)('nothing in %s lets a failure pass', (file) => {
  expect(exampleText(file)).not.toMatch(/\|\|\s*(true|:|exit 0)|set \+e|continue-on-error|allow_failure/);
});

/** Every call of the command, in scripts and in comments, also over several lines. */
function callsIn(text: string): readonly (readonly string[])[] {
  const calls = text.matchAll(/petstore-conformance ((?:[a-z]+) (?:[^\n|;\\]|\\\n|\n\s+(?=--))*)/g);
  return [...calls].map(([, words = '']) =>
    words
      .replaceAll(/["'\\]/g, '')
      .trim()
      .split(/\s+/),
  );
}

test.each(FILES)('%s calls the command with flags, reporters and variables that exist', (file) => {
  const text = exampleText(file);
  const named = text.match(/(?<!secrets\.|[A-Z_])PETSTORE_[A-Z_]+/g) ?? [];
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  for (const [name, ...args] of callsIn(text.replaceAll(/^#(?! {5}).*$/gm, ''))) {
    const command = commands.find((candidate) => candidate.name === name);
    expect(command, name).toBeDefined();
    const { flags } = parseFlags(args, command?.flags ?? []);
    const chosen = settingTable.reporters.parse(flags.get('reporter') ?? ['terminal'], '--reporter');
    expect([...reporters.keys()]).toEqual(expect.arrayContaining(chosen.map((choice) => choice.name)));
    // A pull request may contain a .env file.
    if (name === 'run') expect(flags.has('no-dotenv')).toBe(true);
  }
});

test('every use of the command in the examples is found', () => {
  const uses = FILES.flatMap((file) => callsIn(exampleText(file).replaceAll(/^#(?! {5}).*$/gm, '')));
  const names = uses.map(([name = '']) => name).toSorted();
  expect([...new Set(names)]).toEqual(['history', 'run', 'verify', 'waivers']);
  expect(names).toHaveLength(16);
});

test('the inputs of the action are the settings, and each reaches its variable', () => {
  const [install, check] = action().runs.steps;
  const { 'report-folder': own, command, ...inputs } = action().inputs;
  expect([own?.required, command?.required]).toEqual([false, false]);
  expect(install?.env).toBeUndefined();
  // The key is an input, and a secret of GitHub is neither a file nor a command.
  const { apiKeyFile: _file, apiKeyCommand: _command, ...ofAction } = settingTable;
  const settings = Object.values(ofAction).map(({ flag, variable, description }) => {
    const input = flag ?? variable.replace('PETSTORE_', '').toLowerCase().replaceAll('_', '-');
    const isRequired = REQUIRED.includes(input);
    const target = input === 'read-only-hosts' ? 'READ_ONLY_HOSTS' : variable;
    const isPlain = isRequired || target !== variable;
    expect(check?.env?.[target]).toBe(`\${{ inputs.${input}${isPlain ? '' : ` || env.${variable}`} }}`);
    return [input, { description, required: isRequired, ...(!isRequired && { default: '' }) }];
  });
  expect(inputs).toEqual(Object.fromEntries(settings));
});

test('the examples give the action inputs that it has, and scripts contain no expression', () => {
  const steps = WORKFLOWS.flatMap((file) => stepsOf(file));
  const uses = steps.filter((step) => step.uses?.includes('/petstore-conformance@'));
  expect(uses).toHaveLength(3);
  for (const { with: given = {} } of uses) {
    expect(Object.keys(action().inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(Object.keys(given)).toEqual(expect.arrayContaining(REQUIRED));
  }
  const scripts = [...action().runs.steps, ...steps].flatMap(({ run }) => run ?? []);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});
