import type { Report } from '../../harness/report/model.ts';
import { isExcusedCause } from '../gate.ts';
import { type Html, html, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

/** One defect often shows in several rows: whoever fixes it wants to know that before reading them all. */
export function causes(report: Report): Html | undefined {
  const { causes = [] } = report;
  return section(
    'causes',
    'Causes',
    causes.length,
    html`${causes.map(
      (cause) => html`<div class="reason"><h3>${shown(cause.cause)}</h3>
${idsOf('Breaks', cause.explains)}${idsOf('Leaves open', cause.leavesOpen)}${
  isExcusedCause(cause, report) ? html`<p class="ids quiet">All of it is excused.</p>` : undefined
}</div>`,
    )}`,
  );
}

function idsOf(words: string, ids: readonly string[]): Html | undefined {
  if (ids.length === 0) return undefined;
  const links = ids.map((id, index) => html`${index > 0 ? ', ' : ''}<a href="#${anchorOf(id)}">${shown(id)}</a>`);
  return html`<p class="ids"><span class="quiet">${words}</span> ${links}</p>`;
}
