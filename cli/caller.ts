import { basename, isAbsolute, relative, sep } from 'node:path';
import { SUITE_NAME } from '../harness/report/suite-version.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { settingTable } from '../harness/settings/table.ts';
import type { Caller } from '../reporters/options.ts';
import { envFile } from './flags.ts';
import type { Invocation } from './invocation.ts';
import type { Io } from './io.ts';

/** Flags that name a file with the key, which the next command needs as well. */
const FILES_WITH_KEY = [settingTable.apiKeyFile.flag, envFile.flag].filter((flag) => flag !== undefined);

type Started = Pick<Io, 'env' | 'cwd' | 'script'>;

/** How the user started this command, so that the commands in its reports can be pasted into the same shell. */
export function callerOf(
  { io, flags, server }: Pick<Invocation, 'flags' | 'server'> & { readonly io: Started },
  key = '',
): Caller {
  const redactor = new Redactor(key);
  return {
    command: commandOf(io),
    flags: FILES_WITH_KEY.flatMap((flag) => (flags.get(flag)?.slice(-1) ?? []).flatMap((file) => [`--${flag}`, file])),
    hasKey: Boolean(io.env[settingTable.apiKey.variable]),
    ...(server && { server: server.map((word) => redactor.own(word)) }),
  };
}

/**
 * With `--no`, npx installs nothing: whoever owns the name on a registry would get the key.
 *
 * npm sets `npm_lifecycle_event` to `npx` for npx and npm exec, with and without an installed package, and to the name
 * of the script for npm start and npm run. Everything else shows in the path of the script: a global installation has
 * the name of the command, a local one is below node_modules, and a clone runs a file.
 */
function commandOf({ env, cwd, script = SUITE_NAME }: Started): readonly string[] {
  const { npm_lifecycle_event: event, npm_package_name: inside, npm_config_package: spec } = env;
  if (event === 'npx') return ['npx', ...(spec ? ['--package', spec] : ['--no']), SUITE_NAME];
  if (event === 'start' && inside === SUITE_NAME) return ['npm', 'start', '--'];
  if (script.split(sep).includes('.bin')) return ['npx', '--no', SUITE_NAME];
  const path = relative(cwd, script);
  const isHere = !path.startsWith('..') && !isAbsolute(path);
  return basename(script) === 'main.js' && isHere ? ['node', path] : [SUITE_NAME];
}
