import type { Report } from '../harness/report/model.ts';
import { findReporter, type RenderOptions, type ReporterName, reporters } from '../reporters/index.ts';
import { sections } from '../suites/catalogue/sections.ts';

/** A report as text, in one of the forms that `--reporter` knows; without colour and 100 characters wide unless told. */
export function render(report: Report, form: ReporterName, options: Partial<RenderOptions> = {}): string {
  return findReporter(form, reporters)(report, { colour: false, width: 100, specification: sections, ...options });
}
