import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { differences, type Run } from './findings.ts';
import { type PlannedRun, planOf, type Start } from './plan.ts';
import { finish, Scope } from './processes.ts';
import { API_KEY, build, type Server, startServer, statusOfList } from './server.ts';
import { type Store, services, startNginx } from './services.ts';
import { SERVERS, type Stack } from './stack.ts';

export interface Check {
  readonly name: string;
  readonly isNaive: boolean;
  readonly problems: readonly string[];
}

export interface CheckedStack {
  readonly stack: Stack;
  readonly checks: readonly Check[];
  readonly seconds: number;
}

const START_MS = 60_000;
const RUN_MS = 150_000;

export interface Circumstances {
  readonly hasNginx: boolean;
  readonly seed: number;
  /** Folder for the report of every run. */
  readonly reports?: string | undefined;
}

export async function checkStack(stack: Stack, circumstances: Circumstances): Promise<CheckedStack> {
  const begin = Date.now();
  const checks = await Scope.within(async (scope) => {
    const stores: Store[] = [];
    for (const name of stack.needs ?? []) stores.push(await services[name].start(scope));
    await build(folderOf(stack));
    const checks: Check[] = [];
    for (const [index, start] of planOf(stack, circumstances.hasNginx).entries()) {
      const environments = await Promise.all(stores.map((store) => store(index)));
      checks.push(...(await checkStart(stack, start, Object.assign({}, ...environments), circumstances)));
    }
    return checks;
  }).catch((error: unknown) => [failed('preparation', error)]);
  return { stack, checks, seconds: (Date.now() - begin) / 1000 };
}

function failed(name: string, error: unknown): Check {
  return { name, isNaive: false, problems: [error instanceof Error ? error.message : String(error)] };
}

const folderOf = ({ name }: Stack) => resolve(SERVERS, name);

async function checkStart(stack: Stack, start: Start, stores: NodeJS.ProcessEnv, { seed, reports }: Circumstances) {
  const isNaive = start.naive !== undefined;
  return Scope.within(async (scope) => {
    const environment = { ...stores, NAIVE: start.naive?.name ?? '' };
    const server = await startServer(scope, { folder: folderOf(stack), environment, isReady, startMs: START_MS });
    const { port } = server;
    const checks: Check[] = [];
    for (const run of start.runs) {
      const address = run.isBehindNginx ? await startNginx(scope, port) : port;
      const result = await runSuite(address, run, seed);
      if (reports && result.report)
        writeFileSync(join(reports, fileName(stack, run)), JSON.stringify(result.report, undefined, 2));
      const problems = differences(result, run);
      // A mistake may end the server; a conforming one, and every other, is as well as before.
      const harm = run.violates.includes('errors.no-5xx') ? [] : await harmOf(server);
      checks.push({ name: run.name, isNaive, problems: [...problems, ...harm] });
    }
    return checks;
  }).catch((error: unknown) => [{ ...failed(start.runs[0]?.name ?? 'start', error), isNaive }]);
}

const fileName = (stack: Stack, run: PlannedRun) => `${stack.name}-${run.name.replaceAll(' ', '-')}.json`;

const isReady = (status: number | undefined) => status === 200;

async function harmOf({ port, process }: Server): Promise<readonly string[]> {
  if (process.hasEnded()) return [`The server ended during the run: ${process.output()}`];
  return isReady(await statusOfList(port)) ? [] : ['The server does not answer a plain list after the run.'];
}

async function runSuite(port: number, { flags }: PlannedRun, seed: number): Promise<Run> {
  const target = [`http://127.0.0.1:${port}/v1`, '--seed', `${seed}`, '--max-duration', '120', '--reporter', 'json'];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PETSTORE_'));
  const env = { ...Object.fromEntries(inherited), PETSTORE_API_KEY: API_KEY };
  const run = await finish(process.execPath, ['dist/cli/main.js', ...target, ...flags], RUN_MS, { env });
  try {
    return { exitCode: run.exitCode, report: JSON.parse(run.stdout), output: run.stderr };
  } catch {
    return { exitCode: run.exitCode, output: `${run.stdout}${run.stderr}` };
  }
}
