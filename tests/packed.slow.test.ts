import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reference, startReference } from '../reference/server.ts';
import { copyProject, ROOT } from './copy-of-project.ts';
import { runProgram } from './run-program.ts';

const TEST_KEY = 'Test-Key.7f3a';
const MAX_TARBALL = 380_000;
/** What the command costs somebody who installs it. */
const MAX_PACKAGES = 25;
/** Packages and whole Nodes come over the network. */
const PATIENCE_MS = 240_000;

/** As by a source that is no longer there. */
const LEFT_BEHIND = 'left-behind.js';

const work = mkdtempSync(join(tmpdir(), 'packed-'));
const home = join(work, 'home');
const PACKAGE = join(home, 'node_modules/petstore-conformance');
afterAll(() => rmSync(work, { recursive: true }));

const INSTALL = ['--no-audit', '--no-fund', '--prefer-offline'];

let tarball: Buffer;
let tarballFile: string;
let files: readonly string[];
/** What npm said while it installed the tarball. */
let installation: string;

beforeAll(async () => {
  tarballFile = await pack();
  tarball = readFileSync(tarballFile);
  mkdirSync(home);
  // Without it, npm would look for a project in the folders above.
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const { code, output } = await runProgram('npm', ['install', ...INSTALL, tarballFile], home);
  expect(code, output).toBe(0);
  installation = output;
  const installed = readdirSync(PACKAGE, { recursive: true, withFileTypes: true });
  files = installed
    .filter((entry) => entry.isFile())
    .map((entry) => relative(PACKAGE, join(entry.parentPath, entry.name)));
}, PATIENCE_MS);

/** With the scripts that a release runs. */
async function pack(): Promise<string> {
  const copy = copyProject(join(work, 'copy'));
  mkdirSync(join(copy, 'dist/cli'), { recursive: true });
  writeFileSync(join(copy, 'dist/cli', LEFT_BEHIND), '');
  await succeeds('npm', ['pack', '--pack-destination', work], copy);
  const [name = 'nothing'] = readdirSync(work).filter((file) => file.endsWith('.tgz'));
  return join(work, name);
}

async function succeeds(command: string, args: readonly string[], cwd: string, path?: string): Promise<string> {
  const { code, stdout, output } = await runProgram(command, args, cwd, path);
  expect(code, output).toBe(0);
  return stdout;
}

describe('the tarball', () => {
  test('is small', () => {
    expect(tarball.length).toBeLessThan(MAX_TARBALL);
  });

  test('needs few other packages, and no test runner', () => {
    const installed = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed.length).toBeLessThanOrEqual(MAX_PACKAGES);
    expect(installed).not.toContain('vitest');
  });

  test('contains what is needed', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'README.md',
        'package.json',
        'dist/cli/main.js',
        'dist/library/index.js',
        'dist/library/vitest.js',
        'docs/frameworks.md',
        'docs/verdicts.md',
        'examples/library/node-test.mjs',
        'dist/schemas/report.schema.json',
        'schemas/openapi.yaml',
        ...declarationsFrom('dist/library/vitest.d.ts', declarationsFrom('dist/library/index.d.ts')),
      ]),
    );
  });

  test('contains everything that its documents link to', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    const linked = documents.flatMap((file) => {
      const text = readFileSync(join(PACKAGE, file), 'utf8');
      return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => join(dirname(file), path));
    });
    expect(linked.length).toBeGreaterThan(30);
    expect(linked.filter((path) => !files.some((file) => `${file}/`.startsWith(path)))).toEqual([]);
  });

  test('has no script that npm would ask about, and installs without a warning', () => {
    expect(warningsIn(installation)).toEqual([]);
    expect(JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))).not.toHaveProperty('scripts');
  });

  test(
    'can be published without a warning, and leaves the clone as it was',
    async () => {
      const copy = join(work, 'copy');
      // Nobody is asked, and npm would wait a minute before it asks again: a dry run only looks for a token.
      const registry = 'http://127.0.0.1:9/';
      const lines = [`registry=${registry}`, `${registry.replace('http:', '')}:_authToken=none`, 'fetch-retries=0', ''];
      writeFileSync(join(copy, '.npmrc'), lines.join('\n'));
      // Its scripts ran when it was packed.
      const { code, output } = await runProgram('npm', ['publish', '--dry-run', '--ignore-scripts'], copy);
      expect(code, output).toBe(0);
      expect(warningsIn(output)).toEqual([]);
      for (const file of ['package.json', 'README.md', 'docs/reference.md']) {
        expect(readFileSync(join(copy, file), 'utf8'), file).toBe(readFileSync(join(ROOT, file), 'utf8'));
      }
    },
    PATIENCE_MS,
  );

  test(
    'runs with npx, without a registry, once its dependencies are in the cache',
    async () => {
      const words = ['--offline', '--yes', '--package', tarballFile, 'petstore-conformance', '--version'];
      const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      expect(await succeeds('npx', words, home)).toBe(`${version}\n`);
    },
    PATIENCE_MS,
  );

  test('contains nothing else', () => {
    const needed = [
      /^package\.json$/,
      /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/,
      /^\.env\.example$/,
      /^schemas\/openapi\.yaml$/,
      /^dist\/schemas\/[\w-]+\.schema\.json$/,
      /^(docs|examples\/(library|pipelines|monitoring|kubernetes))\/[\w./-]+$/,
      /^dist\/(bundle\/js|cli|library)\/[\w-]+\.js$/,
    ];
    const declarations = declarationsFrom('dist/library/vitest.d.ts', declarationsFrom('dist/library/index.d.ts'));
    const isNeeded = (path: string) => declarations.includes(path) || needed.some((pattern) => pattern.test(path));
    expect(files.filter((path) => !isNeeded(path) || path.endsWith(LEFT_BEHIND))).toEqual([]);
  });
});

/** Those about the settings of the user are not about the package. */
function warningsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => /^npm (warn|error) (?!Unknown (user|env|project) config)/.test(line));
}

/** The declarations that one leads to, itself included. They name each other as sources. */
function declarationsFrom(path: string, known: readonly string[] = []): readonly string[] {
  if (known.includes(path)) return known;
  const text = readFileSync(join(work, 'copy', path), 'utf8');
  const named = [...text.matchAll(/from '(\..+?)\.ts'/g)].map(([, name]) => `${join(dirname(path), name ?? '')}.d.ts`);
  return named.reduce<readonly string[]>((found, next) => declarationsFrom(next, found), [...known, path]);
}

const USER = `
  import schema from 'petstore-conformance/schemas/report.schema.json' with { type: 'json' };
  import { conformance } from 'petstore-conformance/vitest';
  import { type Report, type RunOptions, render, requirements, run, UsageError, type Waiver } from 'petstore-conformance';

  const waiver: Waiver = { id: 'list.ok', reason: 'r', owner: 'o', until: '2030-01-01' };
  const options: RunOptions = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k', knownIds: ['1', 2n], waivers: [waiver] };
  const report: Report = await run(options);
  const text: string = render(report, 'terminal', { width: 80 });
  const ids: readonly string[] = requirements.map(({ id }) => id);
  export default [text, ids, schema.$id, new UsageError(''), conformance];

  // @ts-expect-error A base URL is needed.
  run({ apiKey: 'k' });
  // @ts-expect-error There is no such form.
  render(report, 'pdf');
  // @ts-expect-error What the types do not say is not any.
  report.nonsense;
`;

const PROGRAM = `
  import { render, requirements, run } from 'petstore-conformance';
  const [baseUrl, apiKey] = process.argv.slice(2);
  const report = await run({ baseUrl, apiKey, only: ['deprecation.*'], consistencyWindowMs: 20 });
  const reported = JSON.parse(render(report, 'json'));
  console.log(process.version, reported.verdict, reported.results.length === requirements.length);
`;

async function nodeOf(version: number): Promise<string> {
  if (process.version.startsWith(`v${version}.`)) return process.execPath;
  const print = ['node', '-p', 'process.execPath'];
  return (await succeeds('npm', ['exec', '--yes', `--package=node@${version}`, '--', ...print], work)).trim();
}

describe('installed in an empty folder', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ apiKey: TEST_KEY });
  });
  afterAll(() => reference.close());

  test('its types say what it takes and gives', async () => {
    const file = join(home, 'user.mts');
    writeFileSync(file, USER);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const how = ['--module', 'nodenext', '--target', 'es2023', '--resolveJsonModule'];
    await succeeds(process.execPath, [tsc, '--noEmit', '--strict', ...how, ...types, file], home);
  });

  describe.each([20, 24])('on Node %i', (version) => {
    let path: string;
    beforeAll(async () => {
      path = [dirname(await nodeOf(version)), process.env.PATH].join(delimiter);
    }, PATIENCE_MS);

    test('the command and the library check the reference server', { timeout: PATIENCE_MS }, async () => {
      const printed = await succeeds(
        'node_modules/.bin/petstore-conformance',
        ['--consistency-window', '0.02'],
        home,
        path,
      );
      expect(printed).toContain('Conforming: every MUST passed.');
      const file = join(home, 'program.mjs');
      writeFileSync(file, PROGRAM);
      const reported = await succeeds('node', [file, reference.baseUrl, TEST_KEY], home, path);
      expect(reported).toMatch(new RegExp(`^v${version}\\.\\S+ conforming true\\n$`));
    });
  });
});
