/** Text on any ground has a contrast of at least 4.5 to 1: a test computes it. */
const COLOURS = {
  page: ['#f7f7f5', '#14161a'],
  surface: ['#ffffff', '#1b1e23'],
  sunken: ['#f3f3f0', '#22262c'],
  line: ['#dfdfda', '#343a42'],
  text: ['#1e2126', '#e2e5e9'],
  quiet: ['#5c616a', '#a1a8b2'],
  link: ['#2a569c', '#91b6f2'],
  pass: ['#25693f', '#7cc596'],
  fail: ['#a8322a', '#ee948b'],
  unsteady: ['#9c3a5e', '#f09ab8'],
  warn: ['#835500', '#dcb263'],
  inconclusive: ['#67499c', '#bda8ea'],
  unobservable: ['#4b5f7a', '#a9bdd6'],
  skipped: ['#5c616a', '#a1a8b2'],
  observed: ['#1d6178', '#7dc0d6'],
  'expected-tint': ['#ddeee2', '#213b2b'],
  'actual-tint': ['#f8dfdb', '#4b2825'],
} as const;

type Colour = keyof typeof COLOURS;
type Palette = Readonly<Record<Colour, `#${string}`>>;

export const GROUNDS = ['page', 'surface', 'sunken'] as const;
const NOT_TEXT: readonly Colour[] = [...GROUNDS, 'line', 'expected-tint', 'actual-tint'];
export const INKS = (Object.keys(COLOURS) as readonly Colour[]).filter((name) => !NOT_TEXT.includes(name));

export const light = paletteOf(0);
export const dark = paletteOf(1);

function paletteOf(scheme: 0 | 1): Palette {
  const entries = Object.entries(COLOURS).map(([name, colours]): [string, `#${string}`] => [name, colours[scheme]]);
  return Object.fromEntries(entries) as Palette;
}

export function declarations(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}
