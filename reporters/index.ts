import { UsageError } from '../harness/basics/usage-error.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { renderFindings } from './findings.ts';
import { renderGithub } from './github.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html/index.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOpenmetrics } from './openmetrics.ts';
import type { Render, RenderOptions } from './options.ts';
import { renderTerminal } from './terminal.ts';

export type { Render, RenderOptions };

// Spelled out, because the published types must not depend on the modules of the reporters.
export type ReporterName =
  | 'terminal'
  | 'json'
  | 'findings'
  | 'html'
  | 'markdown'
  | 'junit'
  | 'github'
  | 'har'
  | 'openmetrics';

interface Reporter {
  readonly render: Render;
  /** What it is for, in the words of the help. */
  readonly purpose: string;
}

const byName: Readonly<Record<ReporterName, Reporter>> = {
  terminal: {
    render: renderTerminal,
    purpose: 'For people: it ends with a line for each failure; --verbose shows every finding in full.',
  },
  json: { render: renderJson, purpose: 'The whole model, for programs; render, compare and history read it.' },
  findings: {
    render: renderFindings,
    purpose: 'For programs: a line of JSON for each finding, and a last one with the verdict.',
  },
  html: { render: renderHtml, purpose: 'One file that opens from disk.' },
  markdown: { render: renderMarkdown, purpose: 'For a job summary or a comment: failures first, details folded.' },
  junit: { render: renderJunit, purpose: 'For GitLab, Jenkins and other readers of JUnit XML.' },
  github: { render: renderGithub, purpose: 'Annotations, and the markdown where GITHUB_STEP_SUMMARY is set.' },
  har: { render: renderHar, purpose: 'Every exchange of the run as HTTP Archive, which inspect decides again.' },
  openmetrics: { render: renderOpenmetrics, purpose: 'For the textfile collector of Prometheus.' },
};

export const reporters: ReadonlyMap<string, Render> = new Map(
  Object.entries(byName).map(([name, { render }]) => [name, render]),
);

export const purposes = Object.entries(byName).map(([name, { purpose }]) => [name, purpose] as const);

export function findReporter(name: string): Render {
  const render = reporters.get(name);
  if (render !== undefined) return render;
  const names = [...reporters.keys()];
  const advice = guessOf(name, names, `use one of ${names.join(', ')}.`);
  throw new UsageError(`Unknown reporter ${JSON.stringify(name)}: ${advice}`);
}
