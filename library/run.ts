import { openTlsFiles } from '../harness/http/tls-files.ts';
import type { Report } from '../harness/report/model.ts';
import { openLedger } from '../harness/run/ledger-file.ts';
import { newRunId } from '../harness/run/run-id.ts';
import { isProtected } from '../harness/settings/protected-hosts.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { RunOptions } from './run-options.ts';
import { settingsOf } from './settings-of.ts';

/**
 * Checks a server from inside the calling process. Resolves with the report, whatever the verdict: `exitCode` is 0 where
 * the server conforms, and else what the command would have ended with. Rejects with a `UsageError` where an option is
 * wrong, before anything is sent.
 */
export async function run(options: RunOptions): Promise<Report> {
  try {
    return await runWith(options);
  } catch (error) {
    const { withoutKey } = await import('../harness/secrets/redact-error.ts');
    throw withoutKey(error, String(options.apiKey ?? ''));
  }
}

async function runWith(options: RunOptions): Promise<Report> {
  const settings = settingsOf(options, process.env);
  // Those who only look at requirements or render reports need not wait until all of this is loaded.
  const [{ gateOf }, { runRounds }, { runInline }, { petStore }] = await Promise.all([
    import('./gate-of.ts'),
    import('../harness/run/run-rounds.ts'),
    import('../harness/run/run-inline.ts'),
    import('../suites/index.ts'),
  ]);
  const gate = gateOf(options);
  const ledger = settings.ledger === undefined ? undefined : await openLedger(settings.ledger, process.cwd());
  const readOnly = settings.readOnly || (await isProtected(settings.baseUrl, settings.readOnlyHosts));
  const files = await openTlsFiles(settings, process.cwd());
  const { signal, onProgress } = options;
  return runRounds({ ...settings, ...files, readOnly, ledger, runId: newRunId() }, gate, (round) =>
    runInline(round, petStore, { rows: catalogue, signal, onProgress }),
  );
}
