import { type Html, html, shown } from './markup.ts';

export interface Plot {
  readonly title: string;
  readonly lines: readonly PlotLine[];
  /** Of the horizontal axis. */
  readonly from: string;
  readonly to: string;
  /** Places on the horizontal axis where something else changed. */
  readonly breaks: readonly number[];
  readonly amount: (value: number) => string;
}

export interface PlotLine {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
  /** What a reader who cannot see it needs. */
  readonly words: string;
}

/** The plot is stretched to its place; lines keep their thickness, and words stay outside of it. */
const WIDTH = 300;
const HEIGHT = 90;
const MARGIN = 3;
/** Runs that need a thinner line. */
const MANY = 150;

/** Lines over the runs, on one scale from zero. */
export function plotOf({ title, lines, from, to, breaks, amount }: Plot): Html {
  const number = Math.max(...lines.map(({ values }) => values.length));
  const greatest = lines
    .flatMap(({ values }) => values)
    .reduce<number>((most, value) => Math.max(most, value ?? 0), Number.MIN_VALUE);
  const x = (index: number) => (MARGIN + (index / Math.max(1, number - 1)) * (WIDTH - 2 * MARGIN)).toFixed(1);
  const y = (value: number) => (HEIGHT - MARGIN - (value / greatest) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const rules = [0, greatest / 2, greatest].map((value) => `M0 ${y(value)}H${WIDTH}`).join('');
  const label = `${title}. ${lines.map(({ words }) => words).join(' ')}`;
  return html`<figure class="plot${number > MANY ? ' dense' : ''}">
<figcaption>${shown(title)}${lines.length === 1 ? undefined : html`<span class="legend">${lines.map(({ name }, index) => html`<span class="line-${index % 3}">${shown(name)}</span>`)}</span>`}</figcaption>
<div><span class="greatest">${amount(greatest)}</span><span class="zero">0</span>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
<path class="rule" d="${rules}" vector-effect="non-scaling-stroke"/>${
    breaks.length === 0
      ? undefined
      : html`<path class="break" d="${breaks.map((index) => `M${x(index - 0.5)} 0V${HEIGHT}`).join('')}" vector-effect="non-scaling-stroke"/>`
  }
${lines.map(({ values }, index) => html`<path class="line-${index % 3}" d="${pathOf(values, x, y)}" vector-effect="non-scaling-stroke"/>`)}
</svg></div>
<p class="axis"><span>${shown(from)}</span><span>${shown(to)}</span></p>
</figure>`;
}

/** With a gap where there is no value. A single value is a dot, which a line without length and with round ends is. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (index: number) => string,
  y: (value: number) => string,
): string {
  return values
    .map((value, index) => {
      if (value === undefined) return '';
      return values[index - 1] === undefined ? `M${x(index)} ${y(value)}h0` : `L${x(index)} ${y(value)}`;
    })
    .join('');
}
