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
}

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const RUN_TIMEOUT_MS = 600_000;

export const suite: Tool = {
  name: 'petstore-conformance',
  packages: [],
  configuration: [],
  check: async (target) => {
    const { exitCode } = await node([MAIN, ...flagsFor(target), '--reporter', 'json'], ROOT);
    return verdictOf(exitCode);
  },
};

export const peers: readonly Tool[] = [
  {
    name: 'Redocly drift',
    packages: ['@redocly/cli'],
    configuration: [],
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
    check: ({ folder, baseUrl, apiKey }) => {
      const target = ['--server', `petstore=${baseUrl}`, '--input', `key=${apiKey}`];
      return byExitCode(folder, '@redocly/cli', 'redocly', ['respect', 'respect.arazzo.yaml', ...target]);
    },
  },
  {
    name: 'Step CI',
    packages: ['stepci'],
    configuration: ['config/stepci.yml'],
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
