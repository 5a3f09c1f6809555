import type { Created, Report } from '../../harness/report/model.ts';
import { count } from '../text.ts';
import { type Html, html, shown } from './markup.ts';

/** For whoever wants to clean up. Hundreds of them are usual, so they are folded away. */
export function ledger({ run }: Report): Html | undefined {
  if (run.created.length === 0) return undefined;
  return html`<details class="ledger"><summary>${count(run.created.length, 'pet')} that this run left on the target</summary>
<table>
<thead><tr>${['Identifier', 'Name', 'Created for'].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${run.created.map(row)}</tbody>
</table></details>`;
}

function row({ id, name, requirement }: Created): Html {
  return html`<tr><td><code>${shown(id ?? 'not reported')}</code></td><td>${shown(name ?? 'not reported')}</td><td><code>${shown(requirement)}</code></td></tr>
`;
}
