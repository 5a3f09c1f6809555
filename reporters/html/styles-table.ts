export const tableStyles = `
.filter { display: flex; flex-wrap: wrap; align-items: end; gap: .6rem .75rem; }
.filter > div { display: grid; gap: .1rem; }
.filter label { font-size: .8125rem; color: var(--quiet); }
.filter select, .filter input { min-height: 2.25rem; padding: .25rem .5rem; background: var(--surface); color: var(--text); border: 1px solid var(--line); border-radius: 5px; font-size: .9375rem; }
.filter .text { flex: 1 1 12rem; }
.filter .text input { width: 100%; }
.filter button { min-height: 2.25rem; padding: .25rem .8rem; background: var(--surface); border: 1px solid var(--line); border-radius: 5px; font-size: .9375rem; cursor: pointer; }
.filter output { flex-basis: 100%; font-size: .875rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.requirements { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; font-size: .9375rem; }
.requirements th, .requirements td { padding: .45rem .75rem; text-align: left; vertical-align: top; }
.requirements thead th { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.requirements tbody th, .requirements tbody td { border-top: 1px solid var(--line); }
.requirements tbody th { width: 60%; font-weight: 400; overflow-wrap: anywhere; }
.requirements tbody th code { font-size: .875rem; }
.requirements tbody th .quiet { font-size: .8125rem; line-height: 1.4; }
.requirements td { white-space: nowrap; }
.requirements td > .quiet { margin-left: 1.3rem; font-size: .8125rem; }
.requirements .time { text-align: right; font-variant-numeric: tabular-nums; }
.scripted:not(:has(#filter-view [value=section]:checked)) :is(.map, .by-section), .scripted:has(#filter-view [value=section]:checked) :is(.requirements, .by-area), html:not(.scripted) .by-section { display: none; }
.map > section { margin-top: .6rem; padding: .8rem clamp(.75rem, 2vw, 1.25rem) 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; break-inside: avoid; }
.map h3 { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; font-size: 1rem; font-weight: 600; }
.map h3 svg { max-width: 100%; }
.map h4 { margin: .6rem 0 .15rem; font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.map li { display: flex; gap: .4rem; padding: .1rem 0; font-size: .9375rem; }
.map li > div { min-width: 0; white-space: pre-line; }
.map li[hidden] { display: none; }
.scroll { position: relative; overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.plain { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.plain th, .plain td { padding: .45rem .75rem; text-align: left; vertical-align: top; white-space: nowrap; }
.plain thead th { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.plain tbody tr { border-top: 1px solid var(--line); }
.plain tbody th { font-weight: 400; }
.plain td.long { min-width: 11rem; white-space: pre-line; overflow-wrap: anywhere; unicode-bidi: isolate; }
@media (max-width: 44rem) {
  .requirements, .requirements tbody { display: block; }
  .requirements thead { display: block; width: 1px; height: 0; overflow: hidden; }
  .requirements tbody tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .9rem; padding: .55rem .75rem; border-top: 1px solid var(--line); }
  .requirements tbody tr[hidden] { display: none; }
  .requirements tbody tr:first-child { border-top: 0; }
  .requirements tbody th, .requirements tbody td { padding: 0; border: 0; }
  .requirements tbody th { order: 1; flex: 1 0 100%; width: 100%; }
  .requirements td:not(:first-child) { font-size: .8125rem; color: var(--quiet); }
  .requirements .time { margin-left: auto; }
  .filter > div:not(.text) { flex: 1 1 8rem; }
}
`;
