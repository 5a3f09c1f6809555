import { expect, test } from 'vitest';
import { exampleText, GITLAB, gitlabJob, type stepsOf, WORKFLOWS, workflow } from './files.ts';

test.each([...WORKFLOWS, GITLAB])('nothing in %s lets a failure pass', (file) => {
  expect(exampleText(file)).not.toMatch(/\|\|\s*(true|:|exit 0)|set \+e|continue-on-error|allow_failure/);
});

test.each(WORKFLOWS)('%s uploads what there is even when a step has failed', (file) => {
  for (const [name, { steps }] of Object.entries(workflow(file).jobs)) {
    const uploads = steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
    expect(uploads.map((step) => [name, step.if])).toEqual([[name, 'always()']]);
    expect(steps.at(-1)).toBe(uploads[0]);
  }
});

test('the example for GitLab keeps reports, and nights the measure and the ledger, even when a job has failed', () => {
  for (const name of ['conformance-gate', 'conformance-nightly']) {
    const { artifacts } = gitlabJob(name);
    expect(artifacts).toMatchObject({ when: 'always', reports: { junit: 'reports/junit.xml' } });
  }
  expect(gitlabJob('conformance-nightly').cache).toMatchObject({ when: 'always', paths: ['nightly/'] });
});

test('the gate has waivers, says how to be strict, and does not write to production', () => {
  const { staging, production } = workflow('github-gate.yml').jobs;
  const inputs = (steps: Parameters<typeof stepsOf>[0]['jobs'][string] | undefined) =>
    steps?.steps.find(({ id }) => id === 'judge')?.with;
  expect(inputs(staging)).toMatchObject({ waivers: expect.any(String), strict: expect.any(Boolean) });
  expect(inputs(production)).toMatchObject({ 'read-only': true, 'known-ids': expect.any(String) });
  const host = new URL(String(inputs(production)?.['base-url'])).host;
  expect(String(production?.env?.PETSTORE_READ_ONLY_HOSTS).split(',')).toContain(host);
});
