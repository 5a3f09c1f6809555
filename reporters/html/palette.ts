/** Every colour of the page. Text on any of the three grounds has a contrast of at least 4.5 to 1: a test computes it. */

export const GROUNDS = ['page', 'surface', 'sunken'] as const;

export const INKS = [
  'text',
  'quiet',
  'link',
  'pass',
  'fail',
  'unsteady',
  'warn',
  'inconclusive',
  'unobservable',
  'skipped',
  'observed',
] as const;

type Colour = (typeof GROUNDS)[number] | (typeof INKS)[number] | 'line' | 'expected-tint' | 'actual-tint';
export type Palette = Readonly<Record<Colour, `#${string}`>>;

export const light: Palette = {
  page: '#f7f7f5',
  surface: '#ffffff',
  sunken: '#f3f3f0',
  line: '#dfdfda',
  text: '#1e2126',
  quiet: '#5c616a',
  link: '#2a569c',
  pass: '#25693f',
  fail: '#a8322a',
  unsteady: '#9c3a5e',
  warn: '#835500',
  inconclusive: '#67499c',
  unobservable: '#4b5f7a',
  skipped: '#5c616a',
  observed: '#1d6178',
  'expected-tint': '#ddeee2',
  'actual-tint': '#f8dfdb',
};

export const dark: Palette = {
  page: '#14161a',
  surface: '#1b1e23',
  sunken: '#22262c',
  line: '#343a42',
  text: '#e2e5e9',
  quiet: '#a1a8b2',
  link: '#91b6f2',
  pass: '#7cc596',
  fail: '#ee948b',
  unsteady: '#f09ab8',
  warn: '#dcb263',
  inconclusive: '#bda8ea',
  unobservable: '#a9bdd6',
  skipped: '#a1a8b2',
  observed: '#7dc0d6',
  'expected-tint': '#213b2b',
  'actual-tint': '#4b2825',
};

export function declarations(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}
