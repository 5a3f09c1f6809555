import type { Report } from '../harness/report/model.ts';
import type { RunSettings } from '../harness/run/context.ts';
import { runInline } from '../harness/run/run-inline.ts';
import { resolveSettings } from '../harness/settings/settings.ts';
import { type ReferenceOptions, startReference } from '../reference/server.ts';
import { petStore } from '../suites/index.ts';

export const API_KEY = 'Proof-Key.1';

type Changes = Partial<RunSettings> & Pick<RunSettings, 'runId' | 'seed'>;

/** The whole suite against one of the reference servers, with the settings of the command unless they change. */
export function check(baseUrl: string, changes: Changes): Promise<Report> {
  return runInline({ ...resolveSettings(new Map(), {}, ''), baseUrl, apiKey: API_KEY, ...changes }, petStore);
}

/** The same against a server of its own. */
export async function checkReference(options: Omit<ReferenceOptions, 'apiKey'>, changes: Changes): Promise<Report> {
  const server = await startReference({ ...options, apiKey: API_KEY });
  try {
    return await check(server.baseUrl, changes);
  } finally {
    await server.close();
  }
}

/** Two at a time. */
export async function forEach<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const takeWaiting = async () => {
    for (const item of waiting) await act(item);
  };
  await Promise.all([takeWaiting(), takeWaiting()]);
}
