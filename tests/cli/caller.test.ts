import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callerOf } from '../../cli/caller.ts';
import { renderMarkdown } from '../../reporters/markdown.ts';
import { replayCommand } from '../../reporters/replay-command.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { failure, reportOf } from '../reporters/samples.ts';
import { failingReport, Session, TARGET } from './session.ts';

const CWD = join('/home', 'kim', 'shop');
const NPM = { npm_execpath: '/usr/lib/node_modules/npm/bin/npm-cli.js' };

test.each([
  [
    'npx',
    { ...NPM, npm_lifecycle_event: 'npx' },
    'node_modules/.bin/petstore-conformance',
    'npx --no petstore-conformance',
  ],
  [
    'npx with a tarball',
    { ...NPM, npm_lifecycle_event: 'npx', npm_config_package: './suite.tgz' },
    '/home/kim/.npm/_npx/1/node_modules/.bin/petstore-conformance',
    'npx --package ./suite.tgz petstore-conformance',
  ],
  [
    'npm start in a clone',
    { ...NPM, npm_lifecycle_event: 'start', npm_package_name: 'petstore-conformance' },
    'dist/cli/main.js',
    'npm start --',
  ],
  [
    'a script of another package',
    { ...NPM, npm_lifecycle_event: 'check', npm_package_name: 'shop' },
    'node_modules/.bin/petstore-conformance',
    'npx --no petstore-conformance',
  ],
  ['a global installation', {}, '/usr/bin/petstore-conformance', 'petstore-conformance'],
  ['the file of a clone', {}, 'dist/cli/main.js', 'node dist/cli/main.js'],
  ['a file elsewhere', {}, '/opt/suite/dist/cli/main.js', 'petstore-conformance'],
])('a replay starts as the command was started: %s', (_name, env, script, expected) => {
  const path = script.startsWith('/') ? script : join(CWD, script);
  const { command } = callerOf({ io: { env, cwd: CWD, script: path }, flags: new Map() });
  expect(command.join(' ')).toBe(expected);
  const caller = { command, flags: [], hasKey: true };
  expect(replayCommand(failure, { ...reportOf([failure]), caller })).toMatch(
    new RegExp(`^${expected} --base-url http`),
  );
});

test('a key from a file stays a key from a file', async () => {
  const given = { baseUrl: TARGET.PETSTORE_BASE_URL, key: "kim's key.txt" };
  const session = new Session({ report: failingReport, files: { [given.key]: 'top-secret-key\n', 'a.env': '' } });
  const argv = ['--base-url', given.baseUrl, '--api-key-file', given.key, '--env-file', 'a.env'];
  expect(await session.main(...argv)).toBe(1);
  expect(session.stdout.text).toContain(` --api-key-file 'kim'\\''s key.txt' --env-file a.env\n`);
});

const curl = 'curl -sS -i http://127.0.0.1:4010/v1/pets -H "Authorization: Bearer $PETSTORE_API_KEY"';
const ADVICE = /The commands read the API key from PETSTORE_API_KEY: export it first/g;

test.each([
  ['not there', {}, 1],
  ['there', { PETSTORE_API_KEY: 'top-secret-key' }, 0],
])('the advice to export a key that is %s is there %j', (_name, env, times) => {
  const report = reportOf([
    { ...failure, curl },
    { ...failure, id: 'list.ok', curl },
  ]);
  const caller = callerOf({ io: { env, cwd: CWD }, flags: new Map() });
  const options = { colour: false, width: 100, caller };
  expect(renderTerminal(report, options).match(ADVICE) ?? []).toHaveLength(times);
  expect(renderMarkdown(report, options).replaceAll('\\', '').match(ADVICE) ?? []).toHaveLength(times);
});
