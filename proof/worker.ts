import { parentPort, workerData } from 'node:worker_threads';
import type { Problems } from './expected.ts';
import type { Case, Options, Part } from './part.ts';
import { parts } from './parts.ts';

export interface Task {
  readonly part: string;
  /** Among the cases of the part, which are the same in every thread. */
  readonly index: number;
}

export type Answer = Pick<Case, 'name'> & { readonly problems: Problems };

const lists = new Map<string, ReturnType<Part['cases']>>();

parentPort?.on('message', async ({ part, index }: Task) => {
  const cases = lists.get(part) ?? parts.find(({ name }) => name === part)?.cases(workerData as Options) ?? [];
  lists.set(part, cases);
  const { name, run } = (cases[index] as () => Case)();
  const failed = (error: unknown) => [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  parentPort?.postMessage({ name, problems: await run().catch(failed) } satisfies Answer);
});
