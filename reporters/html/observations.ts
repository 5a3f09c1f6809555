import type { Report } from '../../harness/report/model.ts';
import { exchangesOf } from './exchange.ts';
import { latencyPlot } from './latency-plot.ts';
import { type Html, html, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

export function observations({ observations }: Report): Html | undefined {
  return section(
    'observations',
    'Observations',
    observations.length,
    html`<p class="quiet">What the specification leaves open, and what this server does. Nothing here is right or wrong.</p>
${latencyPlot(observations)}
<dl class="observations">${observations.map(
      ({ id, statement, value, exchanges = [] }) => html`<div id="${anchorOf(id)}">
<dt><code>${shown(id)}</code><div class="quiet">${shown(statement)}</div></dt><dd>${shown(value)}${exchangesOf(exchanges, false)}</dd></div>`,
    )}</dl>`,
  );
}
