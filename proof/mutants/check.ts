import type { Report } from '../../harness/model/report.ts';
import { storiesIn } from '../../harness/report/stories.ts';
import { run } from '../../library/index.ts';
import { Scope } from '../stacks/processes.ts';
import { API_KEY, NotStarted, startServer } from '../stacks/server.ts';
import { type Store, services } from '../stacks/services.ts';
import type { Stack } from '../stacks/stack.ts';
import { ACTIVE } from './instrument.ts';
import type { Identity, Mutant } from './mutant.ts';
import { type Mutated, Workspace } from './workspace.ts';

/** What a report says at once of several violations. */
export interface Story {
  /** Ids of requirements. */
  readonly headline: string;
  readonly others: readonly string[];
  /** What it says about the cause. */
  readonly cause?: { readonly from: string; readonly text: string };
}

/** What a run says of a mutant. */
export interface Found {
  readonly exitCode: number;
  readonly failed: readonly string[];
  /** Besides what the server warns of without the change. */
  readonly warned: readonly string[];
  readonly diagnosis?: string;
  readonly stories: readonly Story[];
}

export interface Checked extends Identity {
  /** Absent if the server does not start, or does not answer its first request. */
  readonly found?: Found;
  readonly seconds: number;
}

export interface Circumstances {
  readonly seed: number;
  readonly thorough: boolean;
}

const START_MS = 10_000;
const MAX_DURATION_MS = 60_000;
const TIMEOUT_MS = 5_000;
/** Every server here shows a pet at once, so a shorter window than that of other targets is enough. */
const CONSISTENCY_WINDOW_MS = 500;
/** Of the gateway in front of a server that is not up yet. */
const GATEWAY = [502, 503, 504];

export const isReported = ({ exitCode, warned }: Found) => exitCode !== 0 || warned.length > 0;

/** One server at a time: first without a change, then with each of these. */
export async function checkMutants(
  stack: Stack,
  { mutated, mutants }: { readonly mutated: Mutated; readonly mutants: readonly Mutant[] },
  circumstances: Circumstances,
  onChecked: (checked: Checked) => void,
): Promise<void> {
  await Scope.within(async (scope) => {
    const stores: Store[] = [];
    for (const name of stack.needs ?? []) stores.push(await services[name].start(scope));
    const workspace = new Workspace(scope.folder, stack, mutated);
    let starts = 0;
    const check = async (mutant?: Mutant) => {
      await workspace.prepare(mutant);
      starts += 1;
      const environments = await Promise.all(stores.map((store) => store(starts)));
      const active = mutant?.active === undefined ? {} : { [ACTIVE]: mutant.active };
      return foundIn(await runOn(workspace, Object.assign(active, ...environments), circumstances), stack);
    };
    const unchanged = await check();
    if (isReported(unchanged)) throw new Error(`${stack.name} does not conform: ${JSON.stringify(unchanged)}`);
    for (const mutant of mutants) {
      const begin = Date.now();
      const found = await check(mutant).catch(brokenAtStart);
      const { operator, before, after } = mutant;
      const seconds = (Date.now() - begin) / 1000;
      onChecked({ stack: stack.name, operator, before, after, ...(found && { found }), seconds });
    }
  });
}

function brokenAtStart(error: unknown): undefined {
  if (error instanceof NotStarted) return undefined;
  throw error;
}

async function runOn({ folder }: Workspace, environment: NodeJS.ProcessEnv, { seed, thorough }: Circumstances) {
  return Scope.within(async (scope) => {
    const isReady = (status: number) => !GATEWAY.includes(status);
    const server = await startServer(scope, { folder, environment, isReady, startMs: START_MS });
    const report = await run({
      baseUrl: `http://127.0.0.1:${server.port}/v1`,
      apiKey: API_KEY,
      seed,
      thorough,
      timeoutMs: TIMEOUT_MS,
      maxWaitMs: TIMEOUT_MS,
      maxDurationMs: MAX_DURATION_MS,
      consistencyWindowMs: CONSISTENCY_WINDOW_MS,
    });
    // Nothing that it has is needed any more, and some servers take seconds to end politely.
    await server.process.stop('SIGKILL');
    return report;
  });
}

function foundIn(report: Report, { warns = [] }: Stack): Found {
  const idsWith = (outcome: string) => report.results.filter((one) => one.outcome === outcome).map(({ id }) => id);
  const { exitCode, diagnosis } = report;
  return {
    exitCode,
    failed: idsWith('fail'),
    warned: idsWith('warn').filter((id) => !warns.includes(id)),
    ...(diagnosis !== undefined && { diagnosis }),
    stories: storiesOf(report),
  };
}

function storiesOf(report: Report): readonly Story[] {
  return storiesIn(report).map(([{ result, failure }, ...others]) => ({
    headline: result.id,
    others: others.map((other) => other.result.id),
    ...(failure.cause && { cause: failure.cause }),
  }));
}
