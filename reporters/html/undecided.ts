import type { Report, Result } from '../../harness/report/model.ts';
import { undecidedIn, withEffectiveOutcome } from '../effective-outcome.ts';
import { groupBy } from '../group.ts';
import { exchangesOf } from './exchange.ts';
import { markOf } from './mark.ts';
import { type Html, html, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

export function undecided(report: Report): Html | undefined {
  return byReason('undecided', 'Not decided', undecidedIn(report.results));
}

export function unobservable(report: Report): Html | undefined {
  return byReason('unobservable', 'Unobservable on this target', withEffectiveOutcome(report.results, 'unobservable'));
}

export function skipped(report: Report): Html | undefined {
  return byReason('skipped', 'Skipped', withEffectiveOutcome(report.results, 'skipped'));
}

/** Many requirements stay open for the same reason, so the reason is reported once. */
function byReason(id: string, title: string, results: readonly Result[]): Html | undefined {
  const groups = [...groupBy(results, (result) => result.reason ?? 'No reason was recorded.')];
  return section(
    id,
    title,
    results.length,
    html`${groups.map(
      ([
        reason,
        members,
      ]) => html`<div class="reason"><h3>${members.slice(0, 1).map(({ outcome }) => markOf(outcome))}<span>${shown(reason)}</span></h3>
<ul>${members.map(member)}</ul></div>`,
    )}`,
  );
}

function member({ id, statement, exchanges = [] }: Result): Html {
  return html`<li id="${anchorOf(id)}"><code>${shown(id)}</code> <span class="quiet">${shown(statement)}</span>${exchangesOf(exchanges, false)}</li>`;
}
