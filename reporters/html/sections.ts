import type { Report, Result } from '../../harness/report/model.ts';
import { groupBy } from '../group.ts';
import { isExcusedCause, noticesOf } from '../verdict.ts';
import { anchorOf, markOf, nameOf, section } from './elements.ts';
import { exchangesOf } from './exchange.ts';
import { type Html, html, shown } from './markup.ts';
import { latencyPlot } from './pictures.ts';

/** One defect often breaks several requirements, so it comes before them. */
export function causes(report: Report): Html | undefined {
  const { causes = [] } = report;
  const items = causes.map(
    (cause) => html`<div class="reason"><h3>${shown(cause.cause)}</h3>
${idsOf('Breaks', cause.explains)}${idsOf('Leaves open', cause.leavesOpen)}${
  isExcusedCause(cause, report) ? html`<p class="ids quiet">All of it is excused.</p>` : undefined
}</div>`,
  );
  return section('causes', 'Causes', causes.length, items);
}

function idsOf(words: string, ids: readonly string[]): Html | undefined {
  if (ids.length === 0) return undefined;
  const links = ids.map((id, index) => html`${index > 0 ? ', ' : ''}<a href="#${anchorOf(id)}">${shown(id)}</a>`);
  return html`<p class="ids"><span class="quiet">${words}</span> ${links}</p>`;
}

export function notices(report: Report): Html | undefined {
  const all = noticesOf(report);
  const isLinked = (id: string) => report.results.some((result) => result.id === id && result.outcome !== 'pass');
  const items = all.map(
    ({ id, sentence, fails }) =>
      html`<li>${markOf(fails ? 'fail' : 'observed')}<div>${fails ? html`<strong class="fail">Fails the run.</strong> ` : undefined}${shown(sentence)}${
        isLinked(id) ? html` <a href="#${anchorOf(id)}">Read about ${shown(id)}</a>` : undefined
      }</div></li>`,
  );
  return section('gate', 'Waivers and baseline', all.length, html`<ul class="notices">${items}</ul>`);
}

/** Many requirements stay open for the same reason, so the reason is shown once. */
export function byReason(id: string, title: string, results: readonly Result[]): Html | undefined {
  const groups = [...groupBy(results, (result) => result.reason ?? 'No reason was recorded.')];
  const items = groups.map(([reason, members]) => {
    const marks = members.slice(0, 1).map(({ outcome }) => markOf(outcome));
    return html`<div class="reason"><h3>${marks}<span>${shown(reason)}</span></h3>
<ul>${members.map(member)}</ul></div>`;
  });
  return section(id, title, results.length, items);
}

function member({ id, statement, exchanges = [] }: Result): Html {
  return html`<li id="${anchorOf(id)}"><code>${shown(id)}</code> <span class="quiet">${shown(statement)}</span>${exchangesOf(exchanges, false)}</li>`;
}

export function drift({ gate, observations }: Report): Html | undefined {
  const drifted = gate?.drifted ?? [];
  const isLinked = (id: string) => observations.some((observation) => observation.id === id);
  const items = drifted.map(
    ({ id, statement, before, after }) => html`<div>
<dt>${nameOf(id, isLinked(id))}<div class="quiet">${shown(statement)}</div></dt>
<dd><div><span class="quiet">before:</span> ${shown(before)}</div><div><span class="quiet">after:</span> ${shown(after)}</div></dd></div>`,
  );
  const content = html`<p class="quiet">What this server does otherwise than in the baseline, where the specification leaves it open.</p>
<dl class="observations">${items}</dl>`;
  return section('drift', 'Observations that drifted', drifted.length, content);
}

export function observations({ observations }: Report): Html | undefined {
  const items = observations.map(
    ({ id, statement, value, exchanges = [] }) => html`<div id="${anchorOf(id)}">
<dt><code>${shown(id)}</code><div class="quiet">${shown(statement)}</div></dt><dd>${shown(value)}${exchangesOf(exchanges, false)}</dd></div>`,
  );
  const content = html`<p class="quiet">What the specification leaves open, and what this server does. Nothing here is right or wrong.</p>
${latencyPlot(observations)}
<dl class="observations">${items}</dl>`;
  return section('observations', 'Observations', observations.length, content);
}
