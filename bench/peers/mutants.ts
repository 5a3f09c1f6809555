import { readFileSync } from 'node:fs';
import { type Explanation, explanationsOf } from '../../proof/mutants/explained.ts';
import { ACTIVE } from '../../proof/mutants/instrument.ts';
import { keyOf, type Mutant, sample } from '../../proof/mutants/mutant.ts';
import { type Mutated, mutated, Workspace } from '../../proof/mutants/workspace.ts';
import { Scope } from '../../proof/stacks/processes.ts';
import { API_KEY, NotStarted, startServer } from '../../proof/stacks/server.ts';
import { readStacks, type Stack } from '../../proof/stacks/stack.ts';
import type { Verdicts } from './document.ts';
import type { Tool, Verdict } from './tools.ts';

/** Those that need npm and nothing else. */
export const STACKS = ['fastify', 'hono', 'koa', 'node-http'];
/** Of each stack. */
const MUTANTS = 10;
const START_MS = 10_000;
const EXPLAINED = 'proof/mutants/alive.json';
const STATUSES = ['available', 'pending', 'sold', undefined];

/** Checks one server with every tool; none of them sees what another one created. */
export type CheckEach = (
  server: (use: (baseUrl: string, apiKey: string) => Promise<Verdict>) => Promise<Verdict>,
) => Promise<ReadonlyMap<Tool, Verdict>>;

/** Every mutant of the sample, with what each tool makes of it. A tool that fails on the unchanged server has no verdict. */
export async function checkMutants(seed: number, pets: number, checkEach: CheckEach): Promise<readonly Verdicts[]> {
  const explanations = explanationsOf(JSON.parse(readFileSync(EXPLAINED, 'utf8')) as readonly Explanation[]);
  const violates = (mutant: Mutant) => !['equivalent', 'open'].includes(explanations.get(keyOf(mutant))?.verdict ?? '');
  const rows: Verdicts[] = [];
  for (const stack of readStacks().filter(({ name }) => STACKS.includes(name))) {
    const all = await mutated(stack);
    const check = (mutant?: Mutant) =>
      checkEach((use) =>
        withServer({ stack, all, mutant, pets }, (port) => use(`http://127.0.0.1:${port}/v1`, API_KEY)),
      );
    const unchanged = await check();
    const isRight = (tool: Tool) => unchanged.get(tool) === 'clean';
    let left = MUTANTS;
    for (const mutant of sample(all.mutants.filter(violates), all.mutants.length, seed)) {
      if (left === 0) break;
      const verdicts = await check(mutant).catch(skipBroken);
      if (!verdicts) continue;
      left -= 1;
      const counted = new Map([...verdicts].map(([tool, verdict]) => [tool, isRight(tool) ? verdict : undefined]));
      rows.push(counted);
    }
  }
  return rows;
}

function skipBroken(error: unknown): undefined {
  if (error instanceof NotStarted) return undefined;
  throw error;
}

interface Start {
  readonly stack: Stack;
  readonly all: Mutated;
  readonly mutant: Mutant | undefined;
  readonly pets: number;
}

async function withServer<T>({ stack, all, mutant, pets }: Start, use: (port: number) => Promise<T>): Promise<T> {
  return Scope.within(async (scope) => {
    const workspace = new Workspace(scope.folder, stack, all);
    await workspace.prepare(mutant);
    const environment = mutant?.active === undefined ? {} : { [ACTIVE]: mutant.active };
    const { folder } = workspace;
    const { port } = await startServer(scope, { folder, environment, isReady: () => true, startMs: START_MS });
    await stock(port, pets);
    return use(port);
  });
}

/** As many pets as the mutant lets in. */
async function stock(port: number, pets: number): Promise<void> {
  const headers = { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json' };
  for (let index = 0; index < pets; index += 1) {
    const status = STATUSES[index % STATUSES.length];
    const body = JSON.stringify({ name: `pet ${index}`, categoryId: index + 1, ...(status && { status }) });
    const signal = AbortSignal.timeout(START_MS);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/pets`, { method: 'POST', headers, body, signal }).catch(
      () => undefined,
    );
    if (!answer) return;
    await answer.arrayBuffer().catch(() => undefined);
  }
}
