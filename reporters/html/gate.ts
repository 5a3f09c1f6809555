import type { Drift, Notice, Report } from '../../harness/report/model.ts';
import { noticesOf } from '../gate.ts';
import { markOf } from './mark.ts';
import { type Html, html, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

/** What the waivers and the baseline have to say, besides excusing. */
export function notices(report: Report): Html | undefined {
  const told = noticesOf(report);
  const isLinked = (id: string) => report.results.some((result) => result.id === id && result.outcome !== 'pass');
  return section(
    'gate',
    'Waivers and baseline',
    told.length,
    html`<ul class="notices">${told.map((notice) => noticeOf(notice, isLinked(notice.id)))}</ul>`,
  );
}

function noticeOf({ id, sentence, fails }: Notice, isLinked: boolean): Html {
  const mark = fails ? markOf('fail') : markOf('observed');
  return html`<li>${mark}<div>${fails ? html`<strong class="fail">Fails the run.</strong> ` : undefined}${shown(sentence)}${
    isLinked ? html` <a href="#${anchorOf(id)}">Read about ${shown(id)}</a>` : undefined
  }</div></li>`;
}

export function drift({ gate, observations }: Report): Html | undefined {
  const drifted = gate?.drifted ?? [];
  const isLinked = (id: string) => observations.some((observation) => observation.id === id);
  return section(
    'drift',
    'Observations that drifted',
    drifted.length,
    html`<p class="quiet">What this server does otherwise than in the baseline, where the specification leaves it open.</p>
<dl class="observations">${drifted.map((change) => driftOf(change, isLinked(change.id)))}</dl>`,
  );
}

function driftOf({ id, statement, before, after }: Drift, isLinked: boolean): Html {
  const name = html`<code>${shown(id)}</code>`;
  return html`<div>
<dt>${isLinked ? html`<a href="#${anchorOf(id)}">${name}</a>` : name}<div class="quiet">${shown(statement)}</div></dt>
<dd><div><span class="quiet">before:</span> ${shown(before)}</div><div><span class="quiet">after:</span> ${shown(after)}</div></dd></div>`;
}
