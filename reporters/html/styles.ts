import { OUTCOMES } from '../../harness/report/model.ts';
import { dark, declarations, light } from './palette.ts';
import { findingStyles } from './styles-findings.ts';
import { historyStyles } from './styles-history.ts';
import { tableStyles } from './styles-table.ts';

const page = `
:root { color-scheme: light dark; ${declarations(light)} }
@media screen and (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body {
  margin: 0 auto; padding: 0 clamp(.75rem, 3vw, 2rem) 2rem; max-width: 76rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, h3, h4, p, ul, ol, dl, dd, pre, figure { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h2 { font-size: 1.15rem; font-weight: 600; }
h2 small { font-weight: 400; color: var(--quiet); }
main > section { margin-top: 2.5rem; }
main > section > :not(:first-child) { margin-top: .75rem; }
code, pre, samp, kbd { font: .8125rem/1.55 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
code, samp, pre { unicode-bidi: isolate; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow: hidden; tab-size: 2; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .2em; }
button, select, input { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); }
.unseen { color: var(--inconclusive); background: var(--sunken); border-radius: 2px; }
.unheard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip-link { position: absolute; left: .75rem; top: -4rem; padding: .4rem .8rem; background: var(--surface); }
.skip-link:focus { top: .5rem; z-index: 1; }
html:not(.scripted) .scripted-only { display: none; }
body > footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; }
summary { cursor: pointer; }
details > dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .1rem 1.25rem; padding: .5rem 0 0 1rem; }
footer details { margin-top: .25rem; }
.ledger table { width: 100%; max-width: 60rem; margin-top: .5rem; border-spacing: 0; }
.ledger th { padding: .1rem 1rem .1rem 0; font-weight: 400; text-align: left; }
.ledger td { padding: .1rem 1rem .1rem 0; color: var(--text); vertical-align: top; overflow-wrap: anywhere; }
`;

const masthead = `
.masthead { padding-top: 1.75rem; }
.masthead h1 { display: flex; align-items: center; gap: .6rem; margin-top: .25rem; font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.125rem); font-weight: 600; line-height: 1.2; letter-spacing: -.015em; }
.masthead h1 svg { flex: none; width: .95em; height: .95em; }
.masthead .sentence { margin-top: .35rem; max-width: 46rem; }
.masthead .sentence::first-letter { text-transform: uppercase; }
.masthead .diagnosis { margin-top: .75rem; padding: .6rem .9rem; max-width: 60rem; background: var(--surface); border: 1px solid var(--line); border-left: 3px solid var(--inconclusive); border-radius: 4px; white-space: pre-line; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin-top: 1.25rem; }
.facts dt { font-size: .8125rem; color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.facts code { font-size: .9375rem; }
.counts { margin-top: 1.5rem; padding: 1rem clamp(.75rem, 2vw, 1.25rem) 1.1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.counts .bar { display: block; width: 100%; height: .75rem; border-radius: 3px; }
.counts nav ul { display: flex; flex-wrap: wrap; gap: .25rem clamp(1.25rem, 3vw, 2.25rem); margin-top: .8rem; }
.counts nav a { display: block; color: inherit; text-decoration: none; }
.counts nav a:hover span { text-decoration: underline; }
.counts nav strong { display: block; font-size: 1.5rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts nav span { font-size: .875rem; color: var(--quiet); }
.areas { display: grid; grid-template-columns: fit-content(30%) 1fr; overflow-wrap: anywhere; gap: .3rem 1rem; margin-top: 1rem; padding-top: .9rem; border-top: 1px solid var(--line); font-size: .875rem; }
.areas dt { color: var(--quiet); }
.areas dd { display: flex; flex-wrap: wrap; align-items: center; gap: .1rem .9rem; }
.areas svg { flex: none; max-width: 100%; overflow: visible; }
`;

const outcomes = `
${OUTCOMES.map(
  (outcome) => `.${outcome} { color: var(--${outcome}); } .fill-${outcome} { fill: var(--${outcome}); }`,
).join('\n')}
.waived, .known { color: var(--quiet); }
.fill-waived, .fill-known { fill: var(--surface); stroke: var(--quiet); }
`;

const plot = `
.latency { width: 100%; max-width: 48rem; padding: .5rem clamp(.25rem, 1.5vw, .75rem); background: var(--surface); border: 1px solid var(--line); border-radius: 8px; border-spacing: 0; font-size: .875rem; }
.latency caption { padding-bottom: .3rem; text-align: left; color: var(--quiet); }
.latency th { padding: .2rem .5rem; font-weight: 400; text-align: left; }
.latency thead th { color: var(--quiet); font-size: .8125rem; }
.latency thead td + th, .latency td + th ~ th, .latency td { text-align: right; }
.latency td { padding: .2rem .5rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
.latency th + td { width: 60%; padding: 0; }
.latency svg { display: block; width: 100%; height: 1rem; }
.latency path { fill: none; stroke: var(--observed); stroke-linecap: round; }
.latency .scale { stroke: var(--line); }
.latency .range { stroke-width: 4; }
.latency .median { stroke-width: 11; }
`;

const paper = `
@media print {
  :root { color-scheme: light; }
  body { max-width: none; font-size: 10pt; background: none; }
  button, form, .skip-link { display: none; }
  .scroll { overflow: visible; }
  .plain { font-size: .8125rem; }
  .plain th, .plain td { padding: .3rem .4rem; white-space: normal; }
  .plain td.long { min-width: 0; }
  .plain th code { overflow-wrap: normal; }
  .finding, tr { break-inside: avoid; content-visibility: visible; }
}
`;

export const styles = [page, masthead, outcomes, plot, findingStyles, tableStyles, historyStyles, paper]
  .join('')
  .trim();
