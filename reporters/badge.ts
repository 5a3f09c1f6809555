import type { Report, RunVerdict } from '../harness/model/report.ts';
import { basisOf } from './basis.ts';
import { countsInWords } from './effective-outcome.ts';
import { count } from './text.ts';
import { xmlText } from './xml.ts';

const LABEL = 'pet store';
const PADDING = 7;
/** Average; `textLength` makes every font keep to it. */
const CHARACTER_WIDTH = 6.4;

/** White text has a contrast of more than 4.5 to 1 on each. */
const COLOURS: Readonly<Record<RunVerdict, string>> = {
  conforming: '#26734d',
  violating: '#b3261e',
  incomplete: '#8a5a00',
  untested: '#5f6368',
};

export function renderBadge(report: Report): string {
  const message = messageOf(report);
  const title = xmlText(`${LABEL}: ${message}`);
  const left = widthOf(LABEL) + 2 * PADDING;
  const right = widthOf(message) + 2 * PADDING;
  const words = (text: string, centre: number) =>
    `<text x="${centre}" y="14" textLength="${widthOf(text)}">${xmlText(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left}" height="20" fill="#444a50"/>
<rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.verdict]}"/>
<g fill="#ffffff" text-anchor="middle" font-family="Verdana, DejaVu Sans, Geneva, sans-serif" font-size="11">
${words(LABEL, left / 2)}
${words(message, left + right / 2)}
</g>
</svg>
`;
}

/** "conforming on 50 of 72, 48 passed, 2 unobservable" */
function messageOf(report: Report): string {
  const { verdict, results, run } = report;
  if (verdict === 'untested') return 'not tested';
  const basis = basisOf(report);
  // Those that were skipped are the rest of the total.
  const checked = basis ? results.filter(({ outcome }) => outcome !== 'skipped') : results;
  const lost = (run.lost?.missing.length ?? 0) + (run.lost?.changed.length ?? 0);
  return [
    `${verdict}${basis ? ` on ${basis.checked} of ${basis.total}` : ''}`,
    countsInWords(checked),
    ...(lost > 0 ? [`${count(lost, 'earlier pet')} lost`] : []),
  ].join(', ');
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_WIDTH);
}
