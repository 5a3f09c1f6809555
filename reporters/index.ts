import type { Report } from '../harness/report/model.ts';
import type { Grouping, Section } from '../harness/report/section.ts';
import { renderBadge } from './badge.ts';
import { renderCtrf } from './ctrf.ts';
import { renderGithub } from './github.ts';
import { renderHar } from './har.ts';
import { renderHtml } from './html/index.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTap } from './tap.ts';
import { renderTerminal } from './terminal.ts';

export interface RenderOptions {
  readonly colour: boolean;
  /** In characters. */
  readonly width: number;
  /** Also what most readers do not need; only the terminal report leaves it out. */
  readonly verbose?: boolean;
  readonly groupBy?: Grouping;
  /** Its sections; without them there is nothing to group by but areas. */
  readonly specification?: readonly Section[];
}

export type Render<Model = Report> = (model: Model, options: RenderOptions) => string;

/** Every form of something, under the name that the user asks for it by. */
export type Forms<Model = Report> = ReadonlyMap<string, Render<Model>>;

export type ReporterName =
  | 'terminal'
  | 'json'
  | 'html'
  | 'markdown'
  | 'junit'
  | 'github'
  | 'ctrf'
  | 'tap'
  | 'har'
  | 'badge';

const byName: Readonly<Record<ReporterName, Render>> = {
  terminal: renderTerminal,
  json: renderJson,
  html: renderHtml,
  markdown: renderMarkdown,
  junit: renderJunit,
  github: renderGithub,
  ctrf: renderCtrf,
  tap: renderTap,
  har: renderHar,
  badge: renderBadge,
};

export const reporters: Forms = new Map(Object.entries(byName));
