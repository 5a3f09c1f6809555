import type { Report } from '../../harness/report/model.ts';
import { forecastOf } from '../run-words.ts';
import { count } from '../text.ts';
import { headCells } from './elements.ts';
import { type Content, type Html, html, shown } from './markup.ts';

export function footer(report: Report): Html {
  const { suite, run } = report;
  return html`<footer class="quiet">
<p>Run ${shown(run.id)} of ${suite.name} ${suite.version}.</p>
<details><summary>Settings of this run</summary><dl>${Object.entries(run.settings).map(
    ([name, value]) => html`<dt>${name}</dt><dd>${String(value) || 'none'}</dd>`,
  )}</dl></details>
${occupancy(report)}
${ledger(report)}
</footer>`;
}

function occupancy(report: Report): Html | undefined {
  const { population } = report.run;
  if (population === undefined) return undefined;
  const forecast = forecastOf(report);
  const rows = population.statuses.map(
    ({ status, pets, isFull, added }) =>
      html`<tr><td>${shown(status)}</td><td>${pets}${isFull ? ' or more' : ''}</td><td>${added}</td></tr>\n`,
  );
  const after = forecast === undefined ? undefined : html`<p>${forecast}</p>`;
  return foldedTable('Pets on the target', ['Status', 'Pets', 'Added by this run'], rows, after);
}

function ledger({ run: { created } }: Report): Html | undefined {
  if (created.length === 0) return undefined;
  const rows = created.map(
    ({ id, name, requirement }) =>
      html`<tr><td><code>${shown(id ?? 'not reported')}</code></td><td>${shown(name ?? 'not reported')}</td><td><code>${shown(requirement)}</code></td></tr>\n`,
  );
  const summary = `${count(created.length, 'pet')} that this run left on the target`;
  return foldedTable(summary, ['Identifier', 'Name', 'Created for'], rows);
}

function foldedTable(summary: string, titles: readonly string[], rows: readonly Html[], after?: Content): Html {
  return html`<details class="ledger"><summary>${summary}</summary>
<table>
<thead><tr>${headCells(...titles)}</tr></thead>
<tbody>
${rows}</tbody>
</table>${after}</details>`;
}
