import { OUTCOMES } from '../../harness/report/model.ts';
import { dark, declarations, light } from '../html/palette.ts';

/** In the colours of the report's own page. */
export const styles = `
:root { color-scheme: light dark; ${declarations(light)} }
@media (prefers-color-scheme: dark) { :root { ${declarations(dark)} } }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 1.5rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.quiet { color: var(--quiet); font-weight: normal; }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { padding: .4rem .75rem; text-align: left; vertical-align: baseline; white-space: nowrap; }
td.long { min-width: 16rem; white-space: normal; overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-weight: normal; }
tbody tr { border-top: 1px solid var(--line); }
tbody th { font: .85rem ui-monospace, monospace; }
.unseen { color: var(--quiet); }
${OUTCOMES.map((outcome) => `td.${outcome} { color: var(--${outcome}); }`).join('\n')}
`;
