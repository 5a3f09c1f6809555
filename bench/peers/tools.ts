import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { runProcess } from '../run-process.ts';

/** Where a tool works, and the server that it checks. */
export interface Target {
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Undefined where the tool reached no verdict in time. */
export type Verdict = 'clean' | 'finding' | undefined;

export interface Run {
  readonly verdict: Verdict;
  readonly ms: number;
  readonly requests: number;
}

export interface Tool {
  readonly name: string;
  /** The first ones are the tool; its versions are quoted. */
  readonly packages: readonly string[];
  /** What it is given, beside the OpenAPI description: files below bench/peers. */
  readonly configuration: readonly string[];
  /** What happens once, before any server is checked. */
  readonly prepare?: (folder: string) => Promise<Verdict>;
  readonly check: (target: Target) => Promise<Verdict>;
  /** What limits its configuration here. */
  readonly limits: string;
  readonly better: string;
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const RUN_TIMEOUT_MS = 600_000;

export const suite: Tool = {
  name: 'petstore-conformance',
  packages: [],
  configuration: [],
  limits: '',
  better: '',
  check: async (target) => {
    const { exitCode } = await node([MAIN, ...flagsFor(target), '--reporter', 'json'], ROOT);
    return verdictOf(exitCode);
  },
};

export const peers: readonly Tool[] = [
  {
    name: 'petstore-conformance inspect',
    packages: [],
    configuration: [],
    limits: 'It reads a recording of a run of this suite, so the time is that of the run and of both programs.',
    better: 'Nothing is sent: it checks what real clients did, in a recording of a browser or a proxy.',
    check: async (target) => {
      const { exitCode } = await node([MAIN, 'inspect', await recording(target)], target.folder);
      return verdictOf(exitCode);
    },
  },
  {
    name: 'Redocly drift',
    packages: ['@redocly/cli'],
    configuration: [],
    limits:
      'It reads the same recording as inspect, entry by entry. Only what it says of responses counts: most invalid requests in the recording are sent on purpose.',
    better:
      'It reads recordings of several gateways, finds undocumented operations, and shows which part of a description the traffic uses.',
    check: async (target) => {
      const { folder, baseUrl } = target;
      const program = programOf(folder, '@redocly/cli', 'redocly');
      const api = ['--api', 'openapi.yaml', '--server', baseUrl, '--format', 'json'];
      const { output } = await node([program, 'drift', await recording(target), ...api], folder);
      return /"target": "response"/.test(output) ? 'finding' : 'clean';
    },
  },
  {
    name: 'Dredd',
    packages: ['dredd'],
    configuration: ['config/dredd-hooks.cjs'],
    limits: 'It sends one request for each documented response, so there is one kind of invalid body and one list.',
    better:
      'Dredd starts from the description alone and asks once for each documented response, so a new operation is covered as soon as it is described. Its hooks can be written in several languages.',
    check: ({ folder, baseUrl, apiKey }) => {
      const header = `Authorization: Bearer ${apiKey}`;
      const args = ['openapi.yaml', baseUrl, '--header', header, '--hookfiles', 'dredd-hooks.cjs'];
      return byExitCode(folder, 'dredd', 'dredd', args);
    },
  },
  {
    name: 'Portman + Newman',
    packages: ['@apideck/portman', 'newman', 'tslib'],
    configuration: ['config/portman.yaml'],
    limits: 'The description is converted once, before the time is taken. Portman needs tslib and does not declare it.',
    better:
      'Portman turns any OpenAPI description into a Postman collection that people without code can open, change and run by hand, and it can fuzz bodies from the schema. Newman has reporters for most dashboards.',
    prepare: async (folder) => {
      const text = readFileSync(join(folder, 'portman.yaml'), 'utf8');
      const settings: unknown = parse(text, { merge: true, maxAliasCount: -1 });
      writeFileSync(join(folder, 'portman.json'), JSON.stringify(settings));
      const args = ['--local', 'openapi.yaml', '--portmanConfigFile', 'portman.json', '--output', 'collection.json'];
      return byExitCode(folder, '@apideck/portman', 'portman', args);
    },
    check: ({ folder, baseUrl, apiKey }) => {
      const args = ['run', 'collection.json', '--env-var', `baseUrl=${baseUrl}`, '--env-var', `key=${apiKey}`];
      return byExitCode(folder, 'newman', 'newman', args);
    },
  },
  {
    name: 'Redocly Respect',
    packages: ['@redocly/cli'],
    configuration: ['config/respect.arazzo.yaml'],
    limits:
      'Of a body that is an array, criteria can compare the length and single items, and not say that an item is absent.',
    better:
      'Respect reads Arazzo, an open standard for workflows, checks each response against the description without being asked to, and comes as one package with a linter and a bundler.',
    check: ({ folder, baseUrl, apiKey }) => {
      const target = ['--server', `petstore=${baseUrl}`, '--input', `key=${apiKey}`];
      return byExitCode(folder, '@redocly/cli', 'redocly', ['respect', 'respect.arazzo.yaml', ...target]);
    },
  },
  {
    name: 'Step CI',
    packages: ['stepci'],
    configuration: ['config/stepci.yml'],
    limits: 'Steps after a failed one are skipped, so a run shows one failure for each operation.',
    better:
      'A Step CI workflow is short and readable, and the same file can cover REST, GraphQL, gRPC and tRPC, certificates and load.',
    check: ({ folder, baseUrl, apiKey }) =>
      byExitCode(folder, 'stepci', 'stepci', ['run', 'stepci.yml', '-e', `baseUrl=${baseUrl}`, '-e', `key=${apiKey}`]),
  },
];

export function copyConfiguration(tool: Tool, folder: string): void {
  for (const file of ['schemas/openapi.yaml', ...tool.configuration.map((name) => `bench/peers/${name}`)])
    copyFileSync(join(ROOT, file), join(folder, basename(file)));
}

function node(args: readonly string[], cwd: string) {
  return runProcess(process.execPath, args, cwd, RUN_TIMEOUT_MS);
}

/** A run of this suite, as an HTTP Archive; the seed makes it the same for every tool. */
async function recording(target: Target): Promise<string> {
  await node([MAIN, ...flagsFor(target), '--seed', '1', '--reporter', 'har=traffic.har'], target.folder);
  return 'traffic.har';
}

function flagsFor({ baseUrl, apiKey }: Target): readonly string[] {
  return ['--base-url', baseUrl, '--api-key', apiKey, '--no-dotenv'];
}

/** Other codes than 0 and 1 say that something could not be decided. */
function verdictOf(exitCode: number | undefined): Verdict {
  if (exitCode === 0) return 'clean';
  return exitCode === 1 ? 'finding' : undefined;
}

async function byExitCode(folder: string, name: string, command: string, args: readonly string[]): Promise<Verdict> {
  const { exitCode } = await node([programOf(folder, name, command), ...args], folder);
  if (exitCode === undefined) return undefined;
  return exitCode === 0 ? 'clean' : 'finding';
}

function programOf(folder: string, name: string, command: string): string {
  const home = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return join(home, typeof bin === 'string' ? bin : (bin[command] ?? ''));
}
