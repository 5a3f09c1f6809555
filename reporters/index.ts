import { guessOf } from '../harness/settings/nearest.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { renderAttestation } from './attestation.ts';
import { renderBadge } from './badge.ts';
import { renderGithub } from './github.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html/index.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOpenmetrics } from './openmetrics.ts';
import type { Forms, Render, RenderOptions } from './options.ts';
import { renderTerminal } from './terminal.ts';

export type { Forms, Render, RenderOptions };

// Spelled out, because the published types must not depend on the modules of the reporters.
export type ReporterName =
  | 'terminal'
  | 'json'
  | 'html'
  | 'markdown'
  | 'junit'
  | 'github'
  | 'har'
  | 'badge'
  | 'attestation'
  | 'openmetrics';

const byName: Readonly<Record<ReporterName, Render>> = {
  terminal: renderTerminal,
  json: renderJson,
  html: renderHtml,
  markdown: renderMarkdown,
  junit: renderJunit,
  github: renderGithub,
  har: renderHar,
  badge: renderBadge,
  attestation: renderAttestation,
  openmetrics: renderOpenmetrics,
};

export const reporters: Forms = new Map(Object.entries(byName));

export function findReporter<Model>(name: string, forms: Forms<Model>): Render<Model> {
  const render = forms.get(name);
  if (render !== undefined) return render;
  const names = [...forms.keys()];
  const advice = guessOf(name, names, `use one of ${names.join(', ')}.`);
  throw new UsageError(`Unknown reporter ${JSON.stringify(name)}: ${advice}`);
}
