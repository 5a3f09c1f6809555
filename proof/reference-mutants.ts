import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as service from '../reference/service.ts';
import { type Problems, reportedIn } from './expected.ts';
import type { Part } from './part.ts';
import { API_KEY, simulate } from './simulation/simulate.ts';

/** Compiled, since that is what runs. */
const REFERENCE = fileURLToPath(new URL('../reference/', import.meta.url));
/** What decides about requests and answers. */
const MUTATED = 'handler int64 operations rules/access rules/answer rules/create rules/get rules/list'.split(' ');
/** The server has no faults and variants other than the mutation. */
const EMPTY = 'export const faults = []; export const variantsNamed = () => [];';

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
  [/(?<=\/)\^|\$(?=\/i?\.)|(?<=\/)i(?=\.)/g, ''],
  [/'(GET|POST|HEAD)'/g, "'PUT'"],
  [/\.(filter|slice)\(.*\)(?=;)/g, ''],
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
  ['Since when getPet is deprecated is not documented.', /^rules\/answer.*(deprecation:|\(5 \+ 1\))/],
  ['The Date header is not documented.', /^rules\/answer.*(second|&& text)/],
  ['Other media types than JSON may be accepted or refused.', /^rules\/create.*(content-type|application|notJson)/],
  ['The next rule refuses it with the same status.', /^rules\/create.*void refusal\('invalidJson'\)/],
  ['So many digits may be refused.', /^rules\/get.*(LONGEST = |length < LONGEST)/],
  ['An id that is not an int64 may be refused with 400 or 404.', /^rules\/get.*(isInt64|invalidPetId)/],
  [
    'Categories below 1 may be refused.',
    /^int64.*(INT64_MIN = -\(+2n( - 1n\) \*\* 63n| \*\* \(63n - 1n)|value > INT64_MIN)/,
  ],
  ['An odd limit may give a list of at most 100 pets.', /^rules\/list.*(\/\\d\+\$\/|\/\^\\d\+\/|\(1 - 1\))/],
  ['A parameter that is repeated may be accepted.', /^rules\/list.*values\.length (=== \(1|> \(1 \+ 1)/],
];

interface Mutant {
  readonly file: string;
  /** With the changed line. */
  readonly name: string;
  readonly source: string;
}

function mutantsOf(file: string): readonly Mutant[] {
  const lines = readFileSync(join(REFERENCE, file), 'utf8').split('\n');
  const mutants = lines.flatMap((text, index) => {
    if (/^\s*(\*|\/[/*]|import|export \{)/.test(text)) return [];
    return changesOf(text).map((changed) => ({
      file,
      name: `${file}:${index + 1}: ${changed.trim()}`,
      source: lines.with(index, changed).join('\n'),
    }));
  });
  return [...new Map(mutants.map((mutant) => [mutant.name, mutant])).values()];
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

async function problemsOf({ file, name, source }: Mutant): Promise<Problems> {
  if (CONFORMING.some(([, pattern]) => pattern.test(name))) return [];
  const folder = mkdtempSync(join(REFERENCE, '../mutant-'));
  try {
    cpSync(REFERENCE, folder, { recursive: true, filter: (path) => !/\/(faults|variants)\/./.test(path) });
    for (const name of ['faults', 'variants']) writeFileSync(join(folder, name, 'index.js'), EMPTY);
    writeFileSync(join(folder, file), source);
    const { createService }: typeof service = await import(pathToFileURL(join(folder, 'service.js')).href);
    const serve = (clock: service.Clock) => createService({ apiKey: API_KEY, clock });
    const { report } = await simulate({ seed: 1, serve });
    return reportedIn(report).length > 0 || report.exitCode !== 0 ? [] : ['nothing is reported'];
  } catch {
    // A server that does not even start is noticed as well.
    return [];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const mutants: Part = {
  name: 'mutants',
  claim: 'mutants of the conforming server that are reported, or explained in proof/reference-mutants.ts',
  cases: () =>
    MUTATED.flatMap((name) => mutantsOf(`${name}.js`)).map((mutant) => ({
      name: mutant.name,
      run: () => problemsOf(mutant),
    })),
};
