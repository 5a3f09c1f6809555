import { openLedger } from '../harness/http/ledger-file.ts';
import { openTlsFiles } from '../harness/http/tls-files.ts';
import { checkSelection } from '../harness/settings/selection.ts';
import { type Flags, resolveSettings, type Settings, unknownVariables } from '../harness/settings/settings.ts';
import { catalogue } from '../suites/catalogue.ts';
import { readDotenvFile } from './dotenv-file.ts';
import { type Io, print } from './io.ts';

/** The settings of a run, checked as far as they can be before anything is sent. */
export async function settingsOf(flags: Flags, io: Io, resolveAll = resolveSettings): Promise<Settings> {
  const dotenvText = await readDotenvFile(io.cwd);
  for (const warning of unknownVariables(io.env, dotenvText)) await print(io.stderr, `Warning: ${warning}\n`);
  const settings = resolveAll(flags, io.env, dotenvText);
  checkSelection(
    settings,
    catalogue.map((requirement) => requirement.id),
  );
  const files = await openTlsFiles(settings, io.cwd);
  if (settings.ledger === undefined) return { ...settings, ...files };
  return { ...settings, ...files, ledger: await openLedger(settings.ledger, io.cwd) };
}
