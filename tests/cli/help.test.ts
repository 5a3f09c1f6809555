import { expect, test } from 'vitest';
import { commands, runCommand } from '../../cli/command.ts';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { settingTable } from '../../harness/settings/table.ts';
import { reporters } from '../../reporters/index.ts';
import { Session } from './session.ts';

async function printed(...argv: readonly string[]): Promise<string> {
  const session = new Session();
  expect(await session.main(...argv)).toBe(0);
  return session.stdout.text;
}

const TOPICS = ['target', 'selection', 'gate', 'limits', 'network', 'reports', 'watch'];

test('the general help fits on a screen', async () => {
  const text = await printed('--help');
  expect(text.split('\n').length).toBeLessThan(46);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(120);
  for (const { name } of commands) expect(text).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(text.match(/^ {2}petstore-conformance .*/gm)).toHaveLength(3);
  for (const argv of [['help'], ['-h']]) expect(await printed(...argv)).toBe(text);
});

test('every flag of a run is in one topic, in whole sentences', async () => {
  const pages = await Promise.all(TOPICS.map((topic) => printed('help', topic)));
  const flags = pages.flatMap((page) => [...page.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag));
  expect(flags.sort()).toEqual(runCommand.flags.map(({ flag }) => flag).sort());
  const words = pages.join('\n').replace(/\s+/g, ' ');
  for (const { description } of runCommand.flags) expect(words).toContain(description);
  expect(
    Math.max(
      ...pages
        .join('\n')
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(100);
});

test('help names every default that a user would not guess', async () => {
  const pages = await Promise.all(TOPICS.map((topic) => printed('help', topic)));
  const words = pages.join('\n').replace(/\s+/g, ' ');
  for (const { flag, placeholder, default: standard } of Object.values(settingTable)) {
    if (flag === undefined || placeholder === undefined || standard === 'none') continue;
    const [, about = ''] = words.split(` --${flag} `);
    expect(about.split(/ --[a-z-]+ [A-Z]/)[0]).toContain(` Default: ${standard}.`);
  }
  expect(words).toContain(
    'Maximum number of pets to create (they cannot be deleted). A POST without a clear refusal counts as one. Default: 250.',
  );
  expect(await printed('help')).toMatch(/--max-creates N .* Default: 250\.$/m);
  expect(await printed('help', 'serve')).toContain('Port to listen on. Default: a free one.');
});

test('help reports lists every reporter, and what is printed without one', async () => {
  const text = await printed('help', 'reports');
  for (const name of reporters.keys()) expect(text).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
  expect(text).toContain('Without --reporter, a run prints the terminal report.');
  expect(text).toContain('Default: terminal.');
});

test('help on a command, the environment and exit codes', async () => {
  expect(await printed('help', 'serve')).toContain('--list-faults');
  expect(await printed('serve', '--help')).toBe(await printed('help', 'serve'));
  for (const { variable } of Object.values(settingTable)) {
    expect(await printed('help', 'environment')).toContain(`  ${variable} `);
  }
  expect(await printed('help', 'exit-codes')).toMatch(/^ {2}129 .*SIGHUP/m);
});

test('a command shows the defaults that hold for it, and no flag without effect', async () => {
  const words = async (command: string) => (await printed('help', command)).replace(/\s+/g, ' ');
  expect(await words('replay')).toContain('Default: that of the report.');
  expect(await words('replay')).not.toContain('embedded reference server');
  expect(await words('plan')).not.toMatch(/--reporter /);
  const session = new Session();
  expect(await session.main('plan', '--reporter', 'html=x.html')).toBe(2);
  expect(session.stderr.text).toContain('There is no flag --reporter');
});

test.each([
  ['netwrok', 'network'],
  ['exitcodes', 'exit-codes'],
  ['environmnt', 'environment'],
])('help on %s suggests %s', async (topic, meant) => {
  const session = new Session();
  expect(await session.main('help', topic)).toBe(2);
  expect(session.stderr.text).toBe(`petstore-conformance: There is no help on "${topic}": did you mean ${meant}?\n`);
});

test('the version', async () => {
  for (const flag of ['-v', '--version']) expect(await printed(flag)).toBe(`${SUITE_VERSION}\n`);
});
