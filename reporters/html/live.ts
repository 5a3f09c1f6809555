import { type Html, html } from './markup.ts';
import type { Page } from './page.ts';

/** Filled in by the script. */
export function toolbar(): Html {
  return html`<aside class="live" id="live" aria-label="Live run">
<div class="live-row">
<p class="live-phase" id="live-phase">Connecting</p>
<progress id="live-progress" aria-label="Progress of the run" max="1" value="0" hidden></progress>
<p class="live-current quiet" id="live-current"></p>
<div class="live-actions"><button type="button" id="live-run">Run again</button><button type="button" id="live-stop" disabled>Stop</button></div>
</div>
${['failing', 'broke', 'fixed', 'checked'].map((name) => html`<p class="live-ids" id="live-${name}" hidden></p>`)}
</aside>
`;
}

export const FIRST_RUN: Page = {
  effective: 'skipped',
  heading: 'The first run is under way',
  sentence: 'The report appears here as soon as it is complete.',
  main: [],
  footer: html`<footer class="quiet" hidden></footer>`,
};

/** The script keeps the place, so the browser must neither move it nor guess heights. */
export const liveStyles = `
html { overflow-anchor: none; scroll-padding-top: 5rem; }
.finding, .observations > div { content-visibility: visible; }
.live { position: sticky; top: 0; z-index: 2; margin: 0 calc(-1 * clamp(.75rem, 3vw, 2rem)); padding: .6rem clamp(.75rem, 3vw, 2rem); background: var(--surface); border-bottom: 1px solid var(--line); }
.live-row { display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .9rem; }
.live-phase { display: flex; align-items: center; gap: .5rem; font-weight: 600; white-space: nowrap; }
.live-phase::before { content: ""; flex: none; width: .6rem; height: .6rem; border-radius: 50%; background: var(--quiet); }
.live[data-phase="idle"] .live-phase::before { background: var(--pass); }
.live[data-phase="idle"][data-failing] .live-phase::before { background: var(--fail); }
.live[data-phase="running"] .live-phase::before { background: var(--link); }
.live[data-phase="waiting"] .live-phase::before { background: var(--warn); }
@media (prefers-reduced-motion: no-preference) {
  .live[data-phase="running"] .live-phase::before { animation: live-beat 1.2s ease-in-out infinite; }
  @keyframes live-beat { 50% { opacity: .25; } }
}
.live progress { flex: 1 1 6rem; min-width: 4rem; max-width: 18rem; height: .4rem; appearance: none; border: 0; border-radius: 3px; background: var(--line); overflow: hidden; }
.live progress::-webkit-progress-bar { background: var(--line); }
.live progress::-webkit-progress-value { background: var(--link); }
.live progress::-moz-progress-bar { background: var(--link); }
.live-current { flex: 1 1 8rem; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .875rem; font-variant-numeric: tabular-nums; }
.live[data-phase="away"] .live-current { white-space: normal; }
.live-actions { display: flex; gap: .5rem; margin-left: auto; }
.live button, .run-one { padding: .3rem .8rem; background: var(--surface); border: 1px solid var(--line); border-radius: 5px; font-size: .875rem; cursor: pointer; white-space: nowrap; }
.live button:hover:enabled, .run-one:hover { border-color: var(--quiet); }
.live button:disabled { color: var(--quiet); border-style: dashed; cursor: default; }
.live-ids { margin-top: .25rem; max-height: 4.5rem; overflow-y: auto; font-size: .875rem; overflow-wrap: anywhere; }
.live-ids > span:first-child { font-weight: 600; }
#live-broke > span:first-child, #live-failing > span:first-child { color: var(--fail); }
#live-fixed > span:first-child { color: var(--pass); }
.finding h3 .run-one { margin-left: auto; font-weight: 400; }
.requirements .run-one { display: block; margin: .2rem 0 0 auto; padding: .1rem .5rem; font-size: .8125rem; }
/* Not in the text of a row, which the filter searches. */
.run-one::before { content: "Run only this"; }
@media (hover: hover) {
  .requirements .run-one { opacity: 0; }
  .requirements tr:hover .run-one, .requirements .run-one:focus-visible { opacity: 1; }
}
@media (max-width: 44rem) {
  .requirements td .run-one { display: inline-block; margin: 0 0 0 .5rem; }
  .requirements td .run-one::before { content: "Run"; }
  .live-current { order: 1; flex-basis: 100%; }
}
@media print { .live, .run-one { display: none; } }
`;
