/** A pass is a tint and what is wrong is solid, so that a thousand runs can be read from afar. */
const fills = `
.matrix .in-pass { background: var(--expected-tint); color: var(--pass); }
${['fail', 'unsteady', 'warn', 'inconclusive']
  .map((outcome) => `.matrix .in-${outcome} { background: var(--${outcome}); color: var(--surface); }`)
  .join('\n')}
.matrix :is(.in-waived, .in-known) { background: var(--actual-tint); color: var(--text); }
.matrix :is(.in-unobservable, .in-skipped, .in-observed) { background: var(--sunken); color: var(--quiet); }`;

export const historyStyles = `
main > .target > section { margin-top: 1.75rem; }
main > .target > section > :not(:first-child) { margin-top: .6rem; }
h2 code { font-size: inherit; font-weight: 500; }
h3 small { font-weight: 400; color: var(--quiet); }
.target h3 { font-size: 1rem; font-weight: 600; }
.toggles { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .875rem; }
.toggles:not(:has(label)) { display: none; }
.toggles label { display: flex; gap: .4rem; align-items: center; cursor: pointer; }
.matrix { padding-bottom: .25rem; overscroll-behavior-x: contain; }
.matrix table { table-layout: fixed; width: 1px; border-spacing: 0; font-size: .75rem; line-height: 1.25rem; }
.matrix col.names { width: 15rem; }
.matrix th { position: sticky; left: 0; z-index: 1; padding: 0 .75rem; background: var(--surface); border-right: 1px solid var(--line); font-weight: 400; text-align: left; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.matrix th code { font-size: .75rem; }
.matrix td { height: 1.25rem; padding: 0; overflow: hidden; text-align: center; white-space: nowrap; background-clip: padding-box; border-bottom: 1px solid var(--surface); }
.matrix tbody td { border-left: 1px solid var(--surface); font-weight: 700; font-size: .6875rem; }
.matrix tbody td.thin { border-left-width: 0; }
.matrix .thin span { visibility: hidden; }
.matrix tbody tr:hover th { background: var(--sunken); }
.matrix thead td, .matrix thead th { color: var(--quiet); }
.matrix thead tr:not(:last-child) td { padding-left: .3rem; border-left: 1px solid var(--line); text-align: left; overflow: clip; }
.matrix thead td > span { position: sticky; left: 15.3rem; display: inline-block; }
.matrix thead a { display: block; color: var(--link); text-decoration: none; }
.matrix thead a:focus-visible { outline-offset: -2px; }
.matrix tr.steady { display: none; }
.toggles:has(.show-steady:checked) + .matrix tr.steady { display: table-row; }
.toggles:has(.show-wide:checked) + .matrix col:not(.names) { width: 18px; }
.toggles:has(.show-wide:checked) + .matrix .thin span { visibility: visible; }
.matrix .in-no-report { background: repeating-linear-gradient(135deg, var(--sunken) 0 3px, var(--surface) 3px 6px); }
${fills}
tr:target > * { background: var(--sunken); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: .75rem; }
.plot { min-width: 0; padding: .7rem .9rem .6rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; font-size: .875rem; }
.plot figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; overflow-wrap: anywhere; }
.plot .legend { display: flex; flex-wrap: wrap; gap: 0 .9rem; }
.plot .legend span::before { content: ""; display: inline-block; width: .9rem; margin-right: .35rem; border-top: 2px solid; vertical-align: .28em; }
.plot div { position: relative; margin-top: .4rem; }
.plot svg { display: block; width: 100%; height: 6.5rem; overflow: visible; }
.plot path { fill: none; stroke-linejoin: round; stroke-linecap: round; stroke-width: 1.5; }
.plot.dense path { stroke-width: 1; }
.plot .rule { stroke: var(--line); stroke-width: 1; }
.plot .break { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 2 3; }
.plot path.line-0 { stroke: var(--observed); } .plot span.line-0 { color: var(--observed); }
.plot path.line-1 { stroke: var(--warn); } .plot span.line-1 { color: var(--warn); }
.plot path.line-2 { stroke: var(--inconclusive); } .plot span.line-2 { color: var(--inconclusive); }
.plot .greatest, .plot .zero { position: absolute; left: 0; padding-right: .3rem; background: var(--surface); font-size: .75rem; line-height: 1; color: var(--quiet); font-variant-numeric: tabular-nums; }
.plot .greatest { top: -.15rem; } .plot .zero { bottom: -.1rem; }
.plot .axis { display: flex; justify-content: space-between; margin-top: .15rem; font-size: .75rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
@media (max-width: 44rem) { .matrix col.names { width: 8.5rem; } .matrix thead td > span { left: 8.8rem; } .matrix th { padding: 0 .4rem; } }
@media print { .toggles { display: none; } .matrix tbody td { border-left: 0; } .matrix table { width: 100%; } .matrix col:not(.names) { width: auto; } .matrix td, .plot { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
