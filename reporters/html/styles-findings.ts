export const findingStyles = `
.finding { padding: 1rem clamp(.75rem, 2vw, 1.25rem) 1.1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; content-visibility: auto; contain-intrinsic-size: auto 24rem; overflow-wrap: anywhere; }
.finding h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6rem; font-size: 1rem; font-weight: 600; }
.finding h3 a { color: inherit; text-decoration: none; }
.finding h3 a:hover { text-decoration: underline; }
.finding:target { border-color: var(--link); }
.mark { display: inline-block; min-width: 1rem; font-weight: 700; text-align: center; }
.level, .operation { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.finding .section { font-size: .875rem; color: var(--quiet); }
.finding .excuse { margin-top: .5rem; padding: .4rem .75rem; background: var(--sunken); border-left: 3px solid var(--quiet); border-radius: 4px; white-space: pre-line; }
.finding > .judgement + p, .finding > .excuse + p { margin-top: .5rem; }
.judgement { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: .5rem; margin-top: .75rem; }
.judgement > div, .message { min-width: 0; padding: .5rem .75rem .6rem; background: var(--sunken); border-radius: 5px; }
.judgement .expected { border-left: 3px solid var(--pass); }
.judgement .actual { border-left: 3px solid var(--fail); }
.judgement dt, .part > h4 { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.judgement dd { white-space: pre-wrap; overflow: hidden; unicode-bidi: isolate; }
mark { padding: .05em .1em; border-radius: 3px; color: inherit; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
.expected mark { background: var(--expected-tint); text-decoration-color: var(--pass); }
.actual mark { background: var(--actual-tint); text-decoration-color: var(--fail); }
.evidence { margin-top: .35rem; }
.evidence > .quiet { margin-right: .4rem; font-size: .8125rem; }
.cases p { white-space: pre-wrap; }
.cases li + li { margin-top: .5rem; }
.part { margin-top: .75rem; }
.part > pre + p { margin-top: .2rem; }
.part > pre, .command pre { padding: .5rem .75rem; background: var(--sunken); border-radius: 5px; }
.command { display: flex; align-items: start; gap: .5rem; }
.command pre { flex: 1; min-width: 0; }
.command button { flex: none; min-width: 4.5rem; padding: .3rem .6rem; background: var(--surface); border: 1px solid var(--line); border-radius: 5px; font-size: .8125rem; cursor: pointer; }
.command button:hover { border-color: var(--quiet); }
.exchange { margin-top: .25rem; }
.exchange > summary { padding: .2rem 0; overflow-wrap: anywhere; }
.exchange > summary .quiet { font-size: .8125rem; }
.messages { display: grid; gap: .5rem; padding: .25rem 0 .5rem; }
.message pre, .message code { font-size: .75rem; }
.message p { font-size: .875rem; }
@media (min-width: 64rem) { .messages { grid-template-columns: 1fr 2fr; } }
.message .party { margin-bottom: .3rem; font-size: .8125rem; color: var(--quiet); }
.message > * + details { margin: .3rem 0; font-size: .8125rem; color: var(--quiet); }
.message details pre { margin: .25rem 0 .4rem; color: var(--text); }
.cut { color: var(--quiet); font-style: italic; }
.reason { padding: .8rem clamp(.75rem, 2vw, 1.25rem); background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.reason h3 { display: flex; gap: .4rem; font-size: 1rem; font-weight: 500; white-space: pre-line; }
.reason .ids { margin-top: .2rem; font-size: .875rem; }
.reason ul { margin: .35rem 0 0 1.4rem; font-size: .875rem; }
.reason li > .quiet { margin-left: .4rem; }
.notices { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.notices li { display: flex; gap: .4rem; padding: .5rem clamp(.75rem, 2vw, 1.25rem); }
.notices li > div { min-width: 0; white-space: pre-line; }
.notices li + li { border-top: 1px solid var(--line); }
.observations { display: grid; gap: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.observations > div { display: grid; grid-template-columns: minmax(12rem, 2fr) 3fr; gap: .1rem 1.5rem; padding: .5rem clamp(.75rem, 2vw, 1.25rem); content-visibility: auto; contain-intrinsic-size: auto 3.5rem; }
.observations > div + div { border-top: 1px solid var(--line); }
.observations dt .quiet { font-size: .8125rem; line-height: 1.4; }
.observations dd { white-space: pre-wrap; overflow: hidden; unicode-bidi: isolate; }
@media (max-width: 40rem) {
  .observations > div { grid-template-columns: 1fr; }
  .command { flex-direction: column; }
  .command pre { width: 100%; }
  .reason .ids { margin-top: .2rem; font-size: .875rem; }
.reason ul { margin-left: 0; }
  .reason li + li { margin-top: .35rem; }
  .reason li > .quiet { display: block; margin: 0; }
}
`;
