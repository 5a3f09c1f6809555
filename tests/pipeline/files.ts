import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const WORKFLOWS = ['github-gate.yml', 'github-nightly.yml', 'github-sharded.yml'] as const;
export const GITLAB = 'gitlab-ci.yml';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly 'continue-on-error'?: unknown;
}

export interface Workflow {
  readonly env?: Step['env'];
  readonly jobs: Readonly<
    Record<
      string,
      { readonly env?: Step['env']; readonly steps: readonly Step[]; readonly 'continue-on-error'?: unknown }
    >
  >;
}

export interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export interface GitlabJob {
  readonly extends?: string;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly artifacts?: { readonly when?: string; readonly reports?: { readonly junit?: string } };
  readonly cache?: { readonly when?: string; readonly paths?: readonly string[] };
  readonly allow_failure?: unknown;
}

export function textOf(file: string): string {
  return readFileSync(`${ROOT}${file}`, 'utf8');
}

export function exampleText(file: string): string {
  return textOf(`examples/pipelines/${file}`);
}

export function action(): Action {
  return parse(textOf('action.yml'));
}

export function workflow(file: (typeof WORKFLOWS)[number]): Workflow {
  return parse(exampleText(file));
}

export function stepsOf({ jobs }: Workflow): readonly Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

export function gitlab(): Readonly<Record<string, GitlabJob>> {
  return parse(exampleText(GITLAB));
}

/** A job with what it extends, as GitLab joins them: lists are replaced, not added to. */
export function gitlabJob(name: string): GitlabJob {
  const all = gitlab();
  const job = all[name] ?? {};
  const base = (job.extends && all[job.extends]) || {};
  return { ...base, ...job, artifacts: { ...base.artifacts, ...job.artifacts } };
}
