import { expect, test } from 'vitest';
import { settingTable } from '../../harness/settings/table.ts';
import { action, stepsOf, WORKFLOWS, workflow } from './files.ts';

const REQUIRED: readonly string[] = ['base-url', 'api-key'];
const settings = Object.values(settingTable).map((setting) => ({
  ...setting,
  input: setting.flag ?? setting.variable.replace('PETSTORE_', '').toLowerCase().replaceAll('_', '-'),
}));

function expression(inner: string): string {
  return `\${{ ${inner} }}`;
}

test('the inputs of the action are the settings, in their words, and one of its own', () => {
  const { 'report-folder': own, ...inputs } = action().inputs;
  expect(own?.required).toBe(false);
  expect(inputs).toEqual(
    Object.fromEntries(
      settings.map(({ input, description }) => [
        input,
        REQUIRED.includes(input) ? { description, required: true } : { description, required: false, default: '' },
      ]),
    ),
  );
});

test('every input reaches its variable, and leaves what the job has set where it is not given', () => {
  const [install, judge, ...more] = action().runs.steps;
  expect(more).toEqual([]);
  expect(install?.env).toBeUndefined();
  expect(judge?.env).toEqual({
    ...Object.fromEntries(
      settings
        .filter(({ variable }) => variable !== settingTable.readOnlyHosts.variable)
        .map(({ input, variable }) => [
          variable,
          expression(REQUIRED.includes(input) ? `inputs.${input}` : `inputs.${input} || env.${variable}`),
        ]),
    ),
    READ_ONLY_HOSTS: expression('inputs.read-only-hosts'),
    REPORT_FOLDER: expression('inputs.report-folder'),
  });
});

test('no script holds an expression', () => {
  const steps = [...action().runs.steps, ...WORKFLOWS.flatMap((file) => stepsOf(workflow(file)))];
  const scripts = steps.flatMap(({ run }) => run ?? []);
  expect(scripts.length).toBeGreaterThan(8);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('the examples give the action inputs that it has, and those that it needs', () => {
  const uses = WORKFLOWS.flatMap((file) => stepsOf(workflow(file))).filter(({ uses }) =>
    uses?.includes('/petstore-conformance@'),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const { with: given = {} } of uses) {
    expect(Object.keys(action().inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...REQUIRED]));
  }
});
