import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report } from '../../harness/report/model.ts';
import { runInline } from '../../harness/run/run-inline.ts';
import { resolveSettings } from '../../harness/settings/settings.ts';
import type { startReference } from '../../reference/server.ts';
import { petStore } from '../../suites/index.ts';
import type { Fate } from './mutant.ts';
import { compiled } from './reference-source.ts';

/** The suite's settings for every mutant: nothing lags, and the same seed draws the same inputs. */
export const MUTATION_SETTINGS = { seed: 20301205, consistencyWindowMs: 100, timeoutMs: 3_000 } as const;
const API_KEY = 'Mutant-Key.9d2c';

const FATE_OF_EXIT_CODE: Readonly<Record<number, Fate['kind']>> = { 4: 'incomplete', 5: 'faults the suite' };

/** Runs the whole suite against the server that these sources make. */
export async function checkServer(sources: ReadonlyMap<string, string>): Promise<Fate> {
  let server: Awaited<ReturnType<typeof startReference>>;
  try {
    server = await (await loadServer(sources))({ apiKey: API_KEY, port: 0 });
  } catch (error) {
    return { kind: 'crashes', reportedBy: [String(error)] };
  }
  try {
    const defaults = resolveSettings(new Map(), {}, '');
    const target = { baseUrl: server.baseUrl, apiKey: API_KEY, runId: 'mutant' };
    return fateIn(await runInline({ ...defaults, ...MUTATION_SETTINGS, ...target }, petStore));
  } finally {
    // Neither waited for nor checked: a mutant that cannot close itself answers requests all the same.
    void Promise.resolve()
      .then(server.close)
      .catch(() => undefined);
  }
}

async function loadServer(sources: ReadonlyMap<string, string>): Promise<typeof startReference> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const [file, code] of compiled(sources)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), code);
    }
    const loaded: unknown = await import(pathToFileURL(join(folder, 'reference/server.js')).href);
    return (loaded as { readonly startReference: typeof startReference }).startReference;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fateIn({ exitCode, results, diagnosis }: Report): Fate {
  const idsWith = (outcome: string) => results.filter((result) => result.outcome === outcome).map(({ id }) => id);
  const warned = idsWith('warn');
  if (exitCode === 0) return { kind: warned.length > 0 ? 'warns' : 'survives', reportedBy: warned };
  if (exitCode === 1) return { kind: 'violates', reportedBy: idsWith('fail') };
  const undecided = idsWith('inconclusive');
  return { kind: FATE_OF_EXIT_CODE[exitCode] ?? 'untested', reportedBy: diagnosis ? [diagnosis] : undecided };
}
