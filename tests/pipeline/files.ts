import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Variables } from './bash.ts';

export const ROOT = new URL('../../', import.meta.url).pathname;
export const WORKFLOWS = ['github-gate.yml', 'github-nightly.yml', 'github-matrix.yml'] as const;
export const GITLAB = 'gitlab-ci.yml';
export const CRONJOB = '../kubernetes/cronjob.yaml';

type Values = Readonly<Record<string, string | number | boolean>>;
type Step = Readonly<Partial<Record<'id' | 'if' | 'uses' | 'run', string> & Record<'with' | 'env', Values>>>;
type Scripts = Readonly<Partial<Record<'before_script' | 'script' | 'after_script', readonly string[]>>>;
type Input = Readonly<{ description: string; required: boolean; default?: string }>;

export function exampleText(file: string): string {
  return readFileSync(`${ROOT}examples/pipelines/${file}`, 'utf8');
}

export function action(): { inputs: Readonly<Record<string, Input>>; runs: { steps: readonly Step[] } } {
  return parse(readFileSync(`${ROOT}action.yml`, 'utf8'));
}

export function stepsOf(file: (typeof WORKFLOWS)[number]): readonly Step[] {
  const jobs: Readonly<Record<string, { steps: readonly Step[] }>> = parse(exampleText(file)).jobs;
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

/** A job with what it extends. */
export function gitlabJob(name: string): Scripts & { readonly variables: Variables } {
  const jobs = parse(exampleText(GITLAB));
  return { ...jobs[jobs[name].extends], ...jobs[name] };
}
