import type { Report } from '../harness/report.ts';
import { renderJson } from './json.ts';
import { renderTerminal } from './terminal.ts';

export interface RenderOptions {
  readonly colour: boolean;
  /** In characters. */
  readonly width: number;
}

export type Render = (report: Report, options: RenderOptions) => string;

/** Every form of a report, under the name that the user asks for it by. */
export const reporters: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['terminal', renderTerminal],
  ['json', renderJson],
]);
