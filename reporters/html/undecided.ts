import type { Outcome, Report, Result } from '../../harness/report/model.ts';
import { groupBy } from '../group.ts';
import { exchangesOf } from './exchange.ts';
import { type Html, html, shown } from './markup.ts';
import { markOf, withOutcome } from './outcomes.ts';
import { anchorOf, section } from './section.ts';

export function undecided(report: Report): Html | undefined {
  return byReason('undecided', 'Not decided', 'inconclusive', report);
}

export function skipped(report: Report): Html | undefined {
  return byReason('skipped', 'Skipped', 'skipped', report);
}

/** Many requirements stay open for the same reason, so the reason is told once. */
function byReason(id: string, title: string, outcome: Outcome, { results }: Report): Html | undefined {
  const open = withOutcome(results, outcome);
  const groups = [...groupBy(open, (result) => result.reason ?? 'No reason was recorded.')];
  return section(
    id,
    title,
    open.length,
    html`${groups.map(
      ([reason, members]) => html`<div class="reason"><h3>${markOf(outcome)}<span>${shown(reason)}</span></h3>
<ul>${members.map(member)}</ul></div>`,
    )}`,
  );
}

function member({ id, statement, exchanges = [] }: Result): Html {
  return html`<li id="${anchorOf(id)}"><code>${shown(id)}</code> <span class="quiet">${shown(statement)}</span>${exchangesOf(exchanges, false)}</li>`;
}
