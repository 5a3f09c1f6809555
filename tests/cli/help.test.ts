import { expect, test } from 'vitest';
import { commands, runCommand } from '../../cli/command.ts';
import { SUITE_VERSION } from '../../harness/report/suite-version.ts';
import { settingTable } from '../../harness/settings/table.ts';
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

test('every flag of a run has one line in one topic', async () => {
  const pages = await Promise.all(TOPICS.map((topic) => printed('help', topic)));
  const flags = pages.flatMap((page) => [...page.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag));
  expect(flags.sort()).toEqual(runCommand.flags.map(({ flag }) => flag).sort());
  // A description that is cut ends as a sentence.
  for (const line of pages.flatMap((page) => page.trimEnd().split('\n')))
    expect(line).toMatch(/^[^"]*("[^"]*"[^"]*)*\.$/);
});

test('help on a command, the environment and exit codes', async () => {
  expect(await printed('help', 'serve')).toContain('--list-faults');
  expect(await printed('serve', '--help')).toBe(await printed('help', 'serve'));
  for (const { variable } of Object.values(settingTable)) {
    expect(await printed('help', 'environment')).toContain(`  ${variable} `);
  }
  expect(await printed('help', 'exit-codes')).toMatch(/^ {2}129 .*SIGHUP/m);
});

test('help on something else', async () => {
  const session = new Session();
  expect(await session.main('help', 'netwrok')).toBe(2);
  expect(session.stderr.text).toBe('petstore-conformance: There is no help on "netwrok": did you mean network?\n');
});

test('the version', async () => {
  for (const flag of ['-v', '--version']) expect(await printed(flag)).toBe(`${SUITE_VERSION}\n`);
});
