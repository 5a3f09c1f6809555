import { SHRINK_ATTEMPTS } from '../../harness/verdict/property.ts';
import { groupBy } from '../../reporters/group.ts';
import { count, indent, labelled, longest, pad, paragraphs, wrap } from '../../reporters/text.ts';
import type { Plan, Traffic } from './model.ts';

const WIDEST = 100;

/** What the run may do to the server comes first. */
export function planPage(plan: Plan, terminalWidth: number): string {
  const width = Math.min(terminalWidth, WIDEST);
  return paragraphs([
    [`${plan.suite.name} ${plan.suite.version}  plan`],
    summaryOf(plan, width),
    tableOf(plan),
    ...(plan.leftOut.length === 0 ? [] : [sectionOf('Left out', plan.leftOut, width)]),
    ...openOf(plan, width),
    ...notesOf(plan).map((note) => wrap(note, width)),
  ]);
}

function summaryOf(plan: Plan, width: number): readonly string[] {
  const { target, marks, expected, readOnly } = plan;
  const network = networkOf(plan.network);
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['Target', target.baseUrl ?? 'none is named'],
    ['Sent there', 'nothing: it was rehearsed on the embedded reference server'],
    ...(network === '' ? [] : [['Network', network] as const]),
    ['Creations', creationsOf(plan)],
    ['Bad credentials', badCredentialsOf(plan)],
    ['User-Agent', marks.userAgent],
    ...(readOnly ? [] : [['Names', namesOf(marks.name, spanOf(expected.map(({ unmarked }) => unmarked)))] as const]),
  ];
  return labelled(rows, width);
}

function networkOf({ proxy, connectTo, insecure, headers }: Plan['network']): string {
  const parts = [
    ...(proxy === undefined ? [] : [`through the proxy ${proxy}`]),
    ...(connectTo === undefined ? [] : [`to ${connectTo} instead of the host of the target`]),
    ...(insecure ? ['without verifying the certificate'] : []),
    ...(headers.length === 0 ? [] : [`with ${headers.join(', ')} in every request`]),
  ];
  return parts.join('; ');
}

function creationsOf({ target, readOnly, bounds, rounds, expected }: Plan): string {
  if (target.isReadOnlyHost) return 'none, as the host is listed in PETSTORE_READ_ONLY_HOSTS';
  if (readOnly) return 'none, as the run is read-only';
  const bound = `at most ${count(bounds.creations, 'pet')}${eachOf(bounds.creations, rounds.planned)}`;
  return `${bound}, which stay; ${spanOf(expected.map(({ creations }) => creations))} expected`;
}

function badCredentialsOf({ bounds, rounds, expected }: Plan): string {
  const bound = `at most ${count(bounds.badCredentials, 'request')}${eachOf(bounds.badCredentials, rounds.planned)}`;
  return `${bound}; ${spanOf(expected.map(({ badCredentials }) => badCredentials))} expected`;
}

function eachOf(bound: number, rounds: number): string {
  return rounds === 1 ? '' : ` (${numeral(bound / rounds)} in each of ${rounds} rounds)`;
}

function namesOf(mark: string, unmarked: string): string {
  return unmarked === '0' ? mark : `${mark}, except for ${unmarked} that try short, blank and odd ones`;
}

/** "58 to 146", or one number if all are equal. */
function spanOf(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? numeral(least) : `${numeral(least)} to ${numeral(most)}`;
}

const ROWS: readonly (readonly [label: string, amount: (traffic: Traffic) => number])[] = [
  ['listPets', ({ requests }) => requests.listPets],
  ['createPet', ({ requests }) => requests.createPet],
  ['getPet', ({ requests }) => requests.getPet],
  ['other routes and methods', ({ requests }) => requests.other],
  ['requests in all', ({ requests }) => requests.total],
  ['  of them with a missing or wrong key', ({ badCredentials }) => badCredentials],
  ['  of them neither GET, HEAD nor OPTIONS', ({ mayWrite }) => mayWrite],
  ['pets created', ({ creations }) => creations],
];

function tableOf({ expected }: Plan): readonly string[] {
  const labelWidth = longest(ROWS.map(([label]) => label)) + 2;
  const titles = expected.map(({ held }) => (held === 0 ? 'empty target' : count(held, 'pet')));
  const lineOf = (label: string, cells: readonly string[]) =>
    pad(label, labelWidth) + cells.map((cell, index) => cell.padStart((titles[index]?.length ?? 0) + 2)).join('');
  const lines = ROWS.map(([label, amount]) => lineOf(label, expected.map(amount).map(numeral)));
  return [lineOf('Expected', titles), ...lines];
}

function openOf({ open, expected }: Plan, width: number): readonly (readonly string[])[] {
  const titleOf = ({ outcome, held }: Plan['open'][number]) =>
    `${outcome === 'skipped' ? 'Skipped' : 'Not decided'} ${whereOf(held, expected.length)}`;
  const sections = groupBy(open, titleOf);
  return [...sections].map(([title, groups]) => sectionOf(title, groups, width));
}

function whereOf(held: readonly number[], rehearsals: number): string {
  if (held.length === rehearsals) return 'with any number of pets on the target';
  const [many = 0] = held;
  return many === 0 ? 'on an empty target' : `with ${count(many, 'pet')} on the target`;
}

function sectionOf(title: string, groups: Readonly<Plan['leftOut']>, width: number): readonly string[] {
  const total = groups.reduce((sum, { requirements }) => sum + requirements.length, 0);
  const lines = groups.flatMap(({ reason, requirements }) => [
    ...indent(wrap(reason, width - 2), 2),
    ...indent(wrap(requirements.join(', '), width - 4), 4),
  ]);
  return [`${title} (${total})`, ...lines];
}

function notesOf({ seed, rounds }: Plan): readonly string[] {
  const rest = `The first ${rounds.rehearsed} of ${rounds.planned} rounds were rehearsed; the others are assumed to be like the last of these.`;
  return [
    `These are the numbers of a server that conforms, with seed ${seed}; another seed changes them a little. A server with defects can draw more requests: a failing property is shrunk in at most ${SHRINK_ATTEMPTS} attempts, and a pet that is slow to appear is requested again until --consistency-window is over.`,
    `The bounds hold for every server. A creation counts if it is answered with success or not at all; a bad credential counts once, also if the request is sent again after a rate limit or without an answer.`,
    ...(rounds.rehearsed < rounds.planned ? [rest] : []),
  ];
}

function numeral(number: number): string {
  return number.toLocaleString('en');
}
