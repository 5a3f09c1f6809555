import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { commands } from '../../cli/command.ts';
import { parseFlags } from '../../cli/invocation.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { reporters } from '../../reporters/index.ts';
import { action, CRONJOB, exampleText, GITLAB, ROOT, stepsOf, WORKFLOWS } from './files.ts';

const FILES = [...WORKFLOWS, GITLAB, CRONJOB];
const REQUIRED = ['base-url', 'api-key'];
const variables = Object.values(settingTable).map(({ variable }) => variable);

test.each(FILES)('%s is YAML', (file) => {
  const documents = parseAllDocuments(exampleText(file));
  expect([documents].flat().flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
});

test.each(FILES)('nothing in %s lets a failure pass', (file) => {
  expect(exampleText(file)).not.toMatch(/\|\|\s*(true|:|exit 0)|set \+e|continue-on-error|allow_failure/);
});

/** Every call of the command, in scripts and in comments, also over several lines. */
function callsIn(text: string): readonly (readonly string[])[] {
  const calls = text.matchAll(/petstore-conformance ((?:[a-z]+) (?:[^\n|;\\]|\\\n|\n\s+(?=--))*)/g);
  return [...calls].map(([, words = '']) =>
    words
      .replaceAll(/["'\\]/g, '')
      .trim()
      .split(/\s+/),
  );
}

test.each(FILES)('%s calls the command with flags, reporters and variables that exist', (file) => {
  const text = exampleText(file);
  const named = text.match(/(?<!secrets\.|[A-Z_])PETSTORE_[A-Z_]+/g) ?? [];
  expect(named.filter((name) => !variables.includes(name))).toEqual([]);
  for (const [name, ...args] of callsIn(text.replaceAll(/^#(?! {5}).*$/gm, ''))) {
    const command = commands.find((candidate) => candidate.name === name);
    expect(command, name).toBeDefined();
    const { flags } = parseFlags(args, command?.flags ?? []);
    const chosen = settingTable.reporters.parse(flags.get('reporter') ?? ['terminal'], '--reporter');
    expect([...reporters.keys()]).toEqual(expect.arrayContaining(chosen.map((choice) => choice.name)));
    // A pull request may contain a .env file.
    if (name === 'run') expect(flags.has('no-dotenv')).toBe(true);
  }
});

test('every use of the command in the examples is found', () => {
  const uses = FILES.flatMap((file) => callsIn(exampleText(file).replaceAll(/^#(?! {5}).*$/gm, '')));
  const names = uses.map(([name = '']) => name).toSorted();
  expect([...new Set(names)]).toEqual(['history', 'run', 'waivers']);
  expect(names).toHaveLength(13);
});

test('the action takes a command and a folder besides the settings, and the key is not in what npm runs', () => {
  const [install] = action().runs.steps;
  const { 'report-folder': own, command } = action().inputs;
  expect([own?.required, command?.required]).toEqual([false, false]);
  expect(install?.env).toBeUndefined();
});

test('the examples give the action inputs that it has, and scripts contain no expression', () => {
  const steps = WORKFLOWS.flatMap((file) => stepsOf(file));
  const uses = steps.filter((step) => step.uses?.includes('/petstore-conformance@'));
  expect(uses).toHaveLength(2);
  for (const { with: given = {} } of uses) {
    expect(Object.keys(action().inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(Object.keys(given)).toEqual(expect.arrayContaining(REQUIRED));
  }
  const scripts = [...action().runs.steps, ...steps].flatMap(({ run }) => run ?? []);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

const RELEASE = '../../.github/workflows/release.yml';

test.each([...WORKFLOWS, RELEASE])('every action in %s is pinned to a commit', (file) => {
  const uses = [...exampleText(file).matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(0);
  const isPinned = (action: string) => /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action);
  const isOurs = (action: string) => /^OWNER\/petstore-conformance(\/action\/install)?@REF$/.test(action);
  expect(uses.filter((action) => !isPinned(action) && !isOurs(action))).toEqual([]);
});

test.each([GITLAB, CRONJOB])('the image in %s is named by its digest', (file) => {
  const images = exampleText(file).match(/registry\.example\.com\/petstore-conformance[@:]\S*/g) ?? [];
  expect([...new Set(images)]).toEqual(['registry.example.com/petstore-conformance@sha256:DIGEST']);
});

test('a job that may sign installs, builds and checks nothing', () => {
  const signing = [...WORKFLOWS, RELEASE].flatMap((file) => {
    const { jobs } = parse(exampleText(file)) as { jobs: Readonly<Record<string, Job>> };
    return Object.values(jobs).filter(({ permissions }) => permissions?.['id-token'] === 'write');
  });
  expect(signing).toHaveLength(2);
  for (const { steps } of signing) {
    expect(steps.filter(({ uses = '' }) => /petstore-conformance|setup-node|checkout/.test(uses))).toEqual([]);
    expect(steps.filter(({ run = '' }) => /\b(npm|npx|node|petstore-conformance run)\b/.test(run))).toEqual([]);
  }
});

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

/** Whoever registers the name on the public registry would get the key. */
test('nothing that is documented or shown installs a package of this name from a registry', () => {
  const texts = ['README.md', 'SECURITY.md', 'action.yml', 'action/install/action.yml', 'action/install.sh'];
  const documents = readdirSync(`${ROOT}docs`).filter((name) => name.endsWith('.md'));
  const names = [...texts, ...documents.map((name) => `docs/${name}`)];
  const all = [...names.map((name) => readFileSync(`${ROOT}${name}`, 'utf8')), ...[...FILES, RELEASE].map(exampleText)];
  const installs =
    /\bnp(?:m (?:i|install|exec)|x)\b(?![^\n]*(?:\.tgz|--no |GITHUB_ACTION_PATH|"\$tarball"))[^\n]*petstore-conformance/;
  expect(all.flatMap((text) => installs.exec(text)?.[0] ?? [])).toEqual([]);
  // The pattern finds what it is for.
  for (const line of ['npx petstore-conformance', 'npm install --global petstore-conformance@0.5'])
    expect(line).toMatch(installs);
});
