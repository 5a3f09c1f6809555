import type { Report } from '../../harness/report/model.ts';
import { forecastOf } from '../occupancy.ts';
import { type Html, html, shown } from './markup.ts';

/** How many pets the target has, as far as can be seen, and when it is full. */
export function occupancy(report: Report): Html | undefined {
  const { population } = report.run;
  if (population === undefined) return undefined;
  const forecast = forecastOf(report);
  return html`<details class="ledger"><summary>Pets on the target</summary>
<table>
<thead><tr>${['Status', 'Pets', 'Added by this run'].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${population.statuses.map(
  ({ status, pets, isFull, added }) =>
    html`<tr><td>${shown(status)}</td><td>${pets}${isFull ? ' or more' : ''}</td><td>${added}</td></tr>\n`,
)}</tbody>
</table>${forecast === undefined ? undefined : html`<p>${forecast}</p>`}</details>`;
}
