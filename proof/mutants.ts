import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as service from '../reference/service.ts';
import type { Problems } from './expected.ts';
import type { Part } from './part.ts';
import { API_KEY, simulate } from './simulation/simulate.ts';

/** Compiled, since that is what runs. */
const REFERENCE = fileURLToPath(new URL('../reference/', import.meta.url));
/** What decides about requests and answers. */
const MUTATED = [
  'handler',
  'int64',
  'operations',
  ...['access', 'answer', 'create', 'get', 'list'].map((name) => `rules/${name}`),
];
/** The server has no faults and variants other than the mutation. */
const EMPTY: Readonly<Record<string, string>> = {
  'faults/index.js': 'export const faults = [];',
  'variants/index.js': 'export const variantsNamed = () => [];',
};

/** Small mistakes: what they look like in the source, and what becomes of it. */
const EDITS: readonly (readonly [pattern: RegExp, ...replacements: readonly string[]])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/\bif \((?=.+\))/g, 'if (true || ', 'if (false && '],
  [/ \? /g, ' || true ? ', ' && false ? '],
  [/throw refusal\(/g, 'void refusal('],
  [/(?<=[(,=<>] ?)(\d+)\b(?=[,;) ])/g, '($1 + 1)', '($1 - 1)'],
  [/\b(\d+)n\b/g, '($1n + 1n)', '($1n - 1n)'],
  [/return (?!undefined)(?=\w)/g, 'return undefined && '],
  [/\.\.\.(?=[(\w])/g, '...undefined && '],
  [/(?<=\/)\^/g, ''],
  [/\$(?=\/i?\.)/g, ''],
  [/\/i(?=\.)/g, '/'],
  [/'(GET|POST|HEAD)'/g, "'PUT'"],
  [/\.filter\(.*\)(?=;)/g, ''],
  [/\.slice\(.*\)(?=;)/g, ''],
];

/** Mutants that conform as well, by their file and the changed line, each with the reason. */
const CONFORMING: readonly (readonly [why: string, mutants: RegExp])[] = [
  ['It throws nothing but refusals.', /^handler.*instanceof/],
  ['Only variants give answers that go out as they are.', /^handler.*asIs/],
  ['Other methods and addresses are not documented.', /^handler.*in route|^rules\/access.*(operation !==|pets\\\/)/],
  ['HEAD is not documented.', /'HEAD'|HEAD: |'PUT' \?/],
  ['The size of a body that may be refused is not documented.', /^operations.*bodyTooLarge/],
  ['A field that is undefined is not written.', /^(operations|rules\/answer).*(status|value) === undefined.*\?/],
  ['What follows the key may be ignored.', /^rules\/access.*bearer \+\(\\S\+\)\/i/],
  [
    'When getPet became deprecated is not documented, and it may go later.',
    /^rules\/answer.*(deprecation:|\(5 \+ 1\))/,
  ],
  ['The Date header is not documented.', /^rules\/answer.*(second|&& text)/],
  ['Other media types than JSON may be accepted or refused.', /^rules\/create.*(content-type|application|notJson)/],
  ['The next rule refuses it with the same status.', /^rules\/create.*void refusal\('invalidJson'\)/],
  ['So many digits may be refused.', /^rules\/get.*(LONGEST = |length < LONGEST)/],
  ['An id that is not an int64 may be refused with 400 or 404.', /^rules\/get.*(isInt64|invalidPetId)/],
  ['An odd limit may give a list of at most 100 pets.', /^rules\/list.*(\/\\d\+\$\/|\/\^\\d\+\/|\(1 - 1\))/],
  ['A parameter that is repeated may be accepted.', /^rules\/list.*values\.length (=== \(1|> \(1 \+ 1)/],
];

interface Mutant {
  readonly file: string;
  readonly line: number;
  /** The line after the change; with the file it identifies the mutant. */
  readonly code: string;
  readonly source: string;
}

function mutantsOf(file: string, source: string): readonly Mutant[] {
  const lines = source.split('\n');
  const mutants = lines.flatMap((text, index) => {
    if (/^\s*(\*|\/[/*]|import|export \{)/.test(text)) return [];
    return changesOf(text).map((changed) => ({
      file,
      line: index + 1,
      code: changed.trim(),
      source: lines.with(index, changed).join('\n'),
    }));
  });
  return [...new Map(mutants.map((mutant) => [`${mutant.line} ${mutant.code}`, mutant])).values()];
}

function changesOf(text: string): readonly string[] {
  return EDITS.flatMap(([pattern, ...replacements]) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, 1: group = '', index }) =>
      replacements.map((replacement) => {
        const changed = replacement.replace('$1', () => group);
        return `${text.slice(0, index)}${changed}${text.slice(index + found.length)}`;
      }),
    ),
  );
}

/** What a run finds in the mutant; undefined if nothing. */
async function findingIn({ file, source }: Mutant): Promise<string | undefined> {
  const folder = mkdtempSync(join(REFERENCE, '../mutant-'));
  try {
    cpSync(REFERENCE, folder, { recursive: true, filter: (path) => !/\/(faults|variants)\/./.test(path) });
    for (const [name, text] of Object.entries({ ...EMPTY, [file]: source })) writeFileSync(join(folder, name), text);
    const { createService }: typeof service = await import(pathToFileURL(join(folder, 'service.js')).href);
    const serve = (clock: service.Clock) => createService({ apiKey: API_KEY, clock });
    const { report } = await simulate({ seed: 1, serve });
    const reported = report.results.find(({ outcome }) => outcome === 'fail' || outcome === 'warn')?.id;
    return reported ?? (report.exitCode === 0 ? undefined : `exit code ${report.exitCode}`);
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const mutants: Part = {
  name: 'mutants',
  claim: 'mutants of the conforming server that are reported, or explained in proof/mutants.ts',
  cases: () =>
    MUTATED.map((name) => `${name}.js`)
      .flatMap((file) => mutantsOf(file, readFileSync(join(REFERENCE, file), 'utf8')))
      .map((mutant) => () => ({
        name: `${mutant.file}:${mutant.line}: ${mutant.code}`,
        run: () => problemsOf(mutant),
      })),
};

async function problemsOf(mutant: Mutant): Promise<Problems> {
  const isExplained = CONFORMING.some(([, pattern]) => pattern.test(`${mutant.file} ${mutant.code}`));
  return isExplained || (await findingIn(mutant)) !== undefined ? [] : ['nothing is reported'];
}
