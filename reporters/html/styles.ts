import { OUTCOMES } from '../../harness/model/report.ts';

const outcomes = OUTCOMES.map((outcome) => `.${outcome} { color: var(--${outcome}); }`).join('\n');
const solid = (outcome: string) => `.on-${outcome} { background: var(--${outcome}); color: var(--surface); }`;

/** The one style sheet of every page. */
export const styles = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f7f7f5, #14161a); --surface: light-dark(#ffffff, #1b1e23); --sunken: light-dark(#f3f3f0, #22262c);
  --line: light-dark(#dfdfda, #343a42); --text: light-dark(#1e2126, #e2e5e9); --quiet: light-dark(#5c616a, #a1a8b2);
  --link: light-dark(#2a569c, #91b6f2); --pass: light-dark(#25693f, #7cc596); --fail: light-dark(#a8322a, #ee948b);
  --warn: light-dark(#835500, #dcb263); --inconclusive: light-dark(#67499c, #bda8ea);
  --unobservable: light-dark(#4b5f7a, #a9bdd6); --skipped: var(--quiet); --observed: light-dark(#1d6178, #7dc0d6);
  --expected-tint: light-dark(#ddeee2, #213b2b); --actual-tint: light-dark(#f8dfdb, #4b2825);
}
*, ::before, ::after { box-sizing: border-box; }
html { text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 0 clamp(.75rem, 3vw, 2rem) 2rem; max-width: 76rem; overflow-wrap: anywhere;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; }
ul, ol { padding: 0; list-style: none; }
h1 { margin-top: .25rem; font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.125rem); font-weight: 600; line-height: 1.2; }
h1 .observed { display: none; }
h2 { font-size: 1.15rem; font-weight: 600; }
h3 { font-size: 1rem; }
small { font-size: .8125rem; font-weight: 400; }
code, pre, .marks { font: .8125rem/1.55 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; }
code, pre, .text { unicode-bidi: isolate; }
pre { padding: .4rem .75rem; white-space: pre-wrap; background: var(--sunken); border-radius: 5px; }
a { color: var(--link); text-underline-offset: .2em; }
summary { padding: .15rem 0; cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
:target { border-color: var(--link); outline: 1px solid var(--link); }
section:target { outline: 0; }
header { padding-top: 1.75rem; }
section { margin-top: 2.5rem; }
section > :not(:first-child) { margin-top: .75rem; }
body > footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; }
footer:empty { display: none; }
.quiet, h2 small, footer, dt { color: var(--quiet); }
.text, .cases li { white-space: pre-wrap; }
.unseen { color: var(--inconclusive); background: var(--sunken); border-radius: 2px; }
.unheard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip-link { position: absolute; left: .75rem; top: -4rem; padding: .4rem .8rem; background: var(--surface); }
.skip-link:focus { top: .5rem; }
html:not(.scripted) :is(button, form) { display: none; }
${outcomes}
.waived, .known { color: var(--quiet); }
.mark { display: inline-block; min-width: 1rem; font-weight: 700; text-align: center; }
.marks { letter-spacing: .1em; color: var(--observed); }
.marks > span { padding: .1rem 0; }
.on-pass { background: var(--expected-tint); color: var(--pass); }
${['fail', 'warn', 'inconclusive'].map(solid).join('\n')}
:is(.on-waived, .on-known) { background: var(--actual-tint); color: var(--text); }
:is(.on-unobservable, .on-skipped, .on-observed, .on-nothing) { background: var(--sunken); color: var(--quiet); }

.sentence { margin-top: .35rem; }
.sentence::first-letter { text-transform: uppercase; }
.note, .card { margin-top: .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; }
.note { padding: .5rem .9rem; border-left: 3px solid var(--warn); }
.facts, nav ul { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin-top: 1.25rem; }
dt { font-size: .8125rem; }
nav ul { margin: 0; }
nav a { font-size: .875rem; }
nav strong { display: block; font-size: 1.5rem; font-weight: 600; line-height: 1.2; }
.areas { display: grid; grid-template-columns: fit-content(30%) 1fr; gap: .3rem 1rem; margin-top: 1rem; }
.areas dd { font-size: .875rem; }
.card { padding: .9rem 1.25rem; }
.card a { color: inherit; text-decoration: none; }
.card a:hover { text-decoration: underline; }
article > .text { margin-bottom: .6rem; font-weight: 600; }
.folded { margin-top: .4rem; padding-left: 1.25rem; font-size: .9375rem; }
.folded > .fields { padding-left: .75rem; }
.folded:not([open]) > summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.fields > div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0 1rem; margin-top: .5rem; }
.fields > :is(.expected, .actual) { margin: .4rem -.75rem 0; padding: .3rem .75rem; background: var(--sunken); }
.fields > .expected { box-shadow: inset 3px 0 var(--pass); }
.fields > .actual { box-shadow: inset 3px 0 var(--fail); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .5rem 1rem; }
.pair figure { margin: 0; min-width: 0; }
.pair figcaption { font-size: .8125rem; color: var(--quiet); }
.command { display: flex; align-items: start; gap: .5rem; }
.command pre { flex: 1; min-width: 0; }
button, input {
  padding: .25rem .7rem; border: 1px solid var(--line); border-radius: 5px;
  font: inherit; font-size: .875rem; color: inherit; background: var(--surface);
}
button { flex: none; min-width: 5rem; cursor: pointer; }
.cases li + li, .exchange pre { margin-top: .4rem; }
form { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; font-size: .875rem; color: var(--quiet); }

table { width: 100%; border-collapse: collapse; background: var(--surface); font-size: .9375rem; }
table, tbody tr { border: 1px solid var(--line); }
th, td { padding: .4rem .75rem; text-align: left; vertical-align: top; font-weight: 400; }
th { min-width: 11rem; }
td { min-width: 7.25rem; font-variant-numeric: tabular-nums; }
thead th { min-width: 0; font-size: .8125rem; color: var(--quiet); }
td > :has(> .mark) { white-space: nowrap; }
[hidden] { display: none !important; }
.overview li + li { margin-top: .2rem; }
.overview .text { white-space: normal; }
.overview li { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; }
header section { margin-top: .75rem; }
form { margin-top: 1.25rem; }
@media (max-width: 44rem) {
  table, tbody, tr, th, td { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { padding: .5rem .75rem; }
  th, td { padding: .1rem 0; }
  td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0 .75rem; }
  td::before { content: attr(data-label); font-size: .8125rem; color: var(--quiet); }
  td:empty { display: none; }
  .fields > div, .areas { grid-template-columns: minmax(0, 1fr); }
  .command { flex-direction: column; }
  .command pre { width: 100%; }
  .card { padding: .75rem; }
  .overview li { -webkit-line-clamp: 3; }
}
@media print {
  :root { color-scheme: light; print-color-adjust: exact; }
  button, form { display: none; }
  tr, .card { break-inside: avoid; }
}
`.trim();
