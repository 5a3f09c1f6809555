import { expect, test } from 'vitest';
import { commands } from '../../cli/commands.ts';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { Session, TARGET } from './session.ts';

test.each([[['--help']], [['-h']], [['--strict', '--help']]])(
  '%j shows every setting in the words of the table',
  async (argv) => {
    const session = new Session();
    expect(await session.main(...argv)).toBe(0);
    const words = session.stdout.text.replace(/\s+/g, ' ');
    for (const { flag, variable, description, default: standard } of Object.values(settingTable)) {
      const origin = flag === undefined ? `default: ${standard}` : `${variable}, default: ${standard}`;
      expect(words).toContain(flag === undefined ? variable : `--${flag}`);
      expect(words).toContain(`${description} ${origin}`);
    }
    expect(Math.max(...session.stdout.text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(session.runs).toEqual([]);
  },
);

test.each(commands)('$name --help shows the flags of that command', async (command) => {
  const session = new Session();
  expect(await session.main(command.name, '--help')).toBe(0);
  expect(session.stdout.text).toContain(`petstore-conformance ${command.usage}\n`);
  for (const { flag } of command.flags) expect(session.stdout.text).toContain(`  --${flag}`);
});

test('--version', async () => {
  const session = new Session();
  expect(await session.main('--version')).toBe(0);
  expect(session.stdout.text).toBe(`${SUITE_VERSION}\n`);
});

test.each([
  [['--baseurl=http://x'], 'There is no flag --baseurl: did you mean --base-url?'],
  [['--zzzzzzzzz'], 'There is no flag --zzzzzzzzz: see --help for those there are.'],
  [['-x'], 'There is no flag -x: see --help for those there are.'],
  [['list', '--strict'], 'There is no flag --strict: see --help for those there are.'],
  [['--runs'], '--runs needs a value: write --runs N.'],
  [['--runs='], '--runs needs a value: write --runs N.'],
  [['--only', '--strict'], '--only needs a value: write --only ID|GLOB.'],
  [['--strict=maybe'], '--strict is "maybe": use true or false (or 1, 0, yes, no).'],
  [['lst'], 'There is no command "lst": did you mean list?'],
  [['frobnicate'], `There is no command "frobnicate": use one of ${commands.map(({ name }) => name).join(', ')}.`],
  [['run', 'list'], 'Too many arguments: write petstore-conformance [run] [flags].'],
  [['explain'], 'explain needs an identifier: choose one from petstore-conformance list.'],
  [['serve', '--port', '70000'], '--port is "70000": give a whole number from 0 to 65535.'],
])('%j is a usage error', async (argv, sentence) => {
  const session = new Session();
  expect(await session.main(...argv)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: ${sentence}\n`);
  expect(session.stdout.text).toBe('');
  expect([...session.runs, ...session.references]).toEqual([]);
});

test.each([[['--seed', '-5']], [['run', '--seed=-5']]])('%j: a negative value is a value', async (argv) => {
  const session = new Session({ env: TARGET });
  expect(await session.main(...argv)).toBe(0);
  expect(session.runs[0]?.seed).toBe(-5);
});

test.each([
  [['--api-kye', 'top-secret-key']],
  [['--api-kye=top-secret-key']],
  [['--api-key=top-secret-key']],
  [['--api-key', 'top-secret-key\n', '--base-url', 'http://127.0.0.1/v1']],
  [['--base-url', 'top-secret-key', '--api-key', 'k']],
  [['--base-url', 'http://top-secret-key@127.0.0.1/v1', '--api-key', 'k']],
])('a complaint about %j does not show the key', async (argv) => {
  const session = new Session();
  expect(await session.main(...argv)).toBe(2);
  expect(session.stderr.text + session.stdout.text).not.toContain('top-secret');
});
