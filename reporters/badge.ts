import type { Report, Result, Verdict } from '../harness/report/model.ts';
import { isExcused, undecidedIn, violationsIn, warningsIn, withEffectiveOutcome } from './effective-outcome.ts';
import { subsetOf } from './subset.ts';
import { element, textOf, type Xml } from './xml.ts';

const LABEL = 'pet store';
const HEIGHT = 20;
const PADDING = 7;
/** Average; `textLength` makes every font keep to it. */
const CHARACTER_WIDTH = 6.4;

/** White text has a contrast of more than 4.5 to 1 on each. */
const COLOURS: Readonly<Record<Verdict, string>> = {
  conforming: '#26734d',
  violating: '#b3261e',
  incomplete: '#8a5a00',
  untested: '#5f6368',
};

export function renderBadge(report: Report): string {
  const message = messageOf(report);
  const [labelWidth, messageWidth] = [LABEL, message].map((text) => widthOf(text) + 2 * PADDING);
  return svgOf(message, labelWidth ?? 0, messageWidth ?? 0, COLOURS[report.verdict]);
}

function messageOf(report: Report): string {
  const { verdict, results } = report;
  const subset = subsetOf(report);
  const on = subset ? ` on ${subset.selected} of ${subset.total}` : '';
  const excused = results.filter(isExcused).length;
  const unseen = withEffectiveOutcome(results, 'unobservable').length;
  const passed = [
    `${withEffectiveOutcome(results, 'pass').length} passed`,
    ...(unseen > 0 ? [`${unseen} unobservable`] : []),
    ...(excused > 0 ? [`${excused} excused`] : []),
  ].join(', ');
  if (verdict === 'untested') return 'not tested';
  const failed = verdict === 'violating' ? `, ${whatFails(results)}` : '';
  const undecided = verdict === 'incomplete' ? `, ${undecidedIn(results).length} not decided` : '';
  return `${verdict}${on}${failed}, ${passed}${undecided}`;
}

function whatFails(results: readonly Result[]): string {
  const violations = violationsIn(results);
  const steady = violations.filter(({ outcome }) => outcome === 'fail').length;
  const unsteady = violations.length - steady;
  if (violations.length === 0) return `${warningsIn(results).length} warned`;
  if (unsteady === 0) return `${steady} failed`;
  return steady === 0 ? `${unsteady} unsteady` : `${steady} failed, ${unsteady} unsteady`;
}

function svgOf(message: string, labelWidth: number, messageWidth: number, colour: string): string {
  const width = labelWidth + messageWidth;
  const title = `${LABEL}: ${message}`;
  const size = { height: HEIGHT, y: 0 };
  const font = { 'font-family': 'Verdana, DejaVu Sans, Geneva, sans-serif', 'font-size': 11 };
  const svg = element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height: HEIGHT, role: 'img', 'aria-label': title },
    element('title', {}, textOf(title)),
    element('clipPath', { id: 'corners' }, element('rect', { width, height: HEIGHT, rx: 3 })),
    element(
      'g',
      { 'clip-path': 'url(#corners)' },
      element('rect', { ...size, x: 0, width: labelWidth, fill: '#444a50' }),
      element('rect', { ...size, x: labelWidth, width: messageWidth, fill: colour }),
    ),
    element(
      'g',
      { fill: '#ffffff', 'text-anchor': 'middle', ...font },
      wordsOf(LABEL, labelWidth / 2),
      wordsOf(message, labelWidth + messageWidth / 2),
    ),
  );
  return `${svg}\n`;
}

function wordsOf(text: string, centre: number): Xml {
  return element('text', { x: centre, y: 14, textLength: widthOf(text) }, textOf(text));
}

function widthOf(text: string): number {
  return Math.round(text.length * CHARACTER_WIDTH);
}
