import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAIN, newFolder } from '../compiled.ts';
import { Session } from './session.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const session = new Session();
  expect(await session.main('completion', shell)).toBe(0);
  const file = join(newFolder(), `completion.${shell}`);
  writeFileSync(file, session.stdout.text);
  return file;
}

function printedBy(shell: string, ...args: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, args, { encoding: 'utf8', cwd: newFolder() });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

/** The words that each shell offers for the last of these. The command is the compiled one. */
const offers: Readonly<Record<string, (file: string, words: readonly string[]) => readonly string[]>> = {
  bash: (file, words) => {
    const script = `petstore-conformance() { node ${MAIN} "$@"; }; compopt() { echo files; }; source ${file}
      COMP_WORDS=(petstore-conformance "$@"); COMP_CWORD=$#
      _petstore_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return printedBy('bash', '-c', script, 'bash', ...words);
  },
  // The widgets of zsh work in its editor only: here they print what they get.
  zsh: (file, words) => {
    const script = `petstore-conformance() { node ${MAIN} "$@" }; compdef() { :; }; compset() { :; }
      _files() { print files }; _describe() { print -rl -- "\${(@)\${(@P)2}%%:*}" }
      source ${file}; words=(petstore-conformance "$@"); CURRENT=$(($# + 1)); _petstore_conformance`;
    return printedBy('zsh', '-f', '-c', script, 'zsh', ...words);
  },
  fish: (file, words) => {
    const script = `function petstore-conformance; node ${MAIN} $argv; end
      function __fish_complete_path; echo files; end
      source ${file}; complete -C "petstore-conformance ${words.join(' ')}"`;
    return printedBy('fish', '-N', '-c', script).map((line) => line.replace(/\t.*/, ''));
  },
};

describe.each(Object.entries(offers))('in %s', (shell, offered) => {
  test.runIf(has(shell)).each<[line: string, expected: readonly string[]]>([
    ['rep', ['replay']],
    ['list --no-d', []],
    ['--skip auth.sch', ['auth.scheme-case']],
    ['--only list.ok,list.uni', ['list.ok,list.unique']],
    ['inspect ', ['files']],
  ])('%s offers %j', async (line, expected) => {
    expect(offered(await scriptFor(shell), line.split(' '))).toEqual(expected);
  });
});

test.each<[line: string, expected: readonly string[]]>([
  ['rep', ['replay']],
  ['--watch-f', ['--watch-folder']],
  ['--read', ['--read-only']],
  ['render --verb', ['--verbose']],
  ['list --no-d', []],
  ['--only list.limit.max', ['list.limit.maximum']],
  ['--only=list.limit.max', ['--only=list.limit.maximum']],
  ['--only = list.limit.max', ['list.limit.maximum']],
  ['completion =', ['bash', 'zsh', 'fish']],
  ['--reporter ju', ['junit']],
  ['--reporter html,ju', ['html,junit']],
  ['--seed ', []],
  ['--ca ', [':']],
  ['explain create.int', ['create.int64']],
  ['serve --fault category-through-d', ['category-through-double']],
  ['help net', ['network']],
  ['help expl', ['explain']],
  ['waivers in', [':', 'init']],
  ['completion f', ['fish']],
])('%s can become %j', async (line, expected) => {
  const session = new Session();
  expect(await session.main('completion', 'bash', '--', ...line.split(' '))).toBe(0);
  expect(session.stdout.text.split('\n').slice(0, -1)).toEqual(expected);
});

test('every command, with what it does', async () => {
  const session = new Session();
  expect(await session.main('completion', 'zsh', '--', '')).toBe(0);
  expect(session.stdout.text.split('\n').length).toBeGreaterThan(14);
  expect(session.stdout.text).toContain('inspect:Check recorded traffic (a HAR file); send nothing.\n');
});

test('another shell', async () => {
  const session = new Session();
  expect(await session.main('completion', 'fisch')).toBe(2);
  expect(session.stderr.text).toBe('petstore-conformance: There is no completion for "fisch": did you mean fish?\n');
});
