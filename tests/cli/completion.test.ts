import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../compiled.ts';
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

/** The words that each shell offers for the last of these. */
const offers: Readonly<Record<string, (file: string, words: readonly string[]) => readonly string[]>> = {
  bash: (file, words) => {
    const script = `compopt() { :; }; source ${file}; COMP_WORDS=(petstore-conformance "$@"); COMP_CWORD=$#
      _petstore_conformance; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return printedBy('bash', '-c', script, 'bash', ...words);
  },
  // The widgets of zsh work in its editor only: here they print what they get, as far as it begins like the word.
  zsh: (file, words) => {
    const script = `compdef() { :; }; _files() { :; }; compset() { PREFIX=\${PREFIX##\${~2}} }
      offer() { for one in "$@"; do [[ $one == $PREFIX* ]] && print -r -- $one; done; return 0 }
      compadd() { if [[ $1 == -a ]]; then offer "\${(@P)2}"; else shift; offer "$@"; fi }
      _describe() { offer "\${(@)\${(@P)2}%%:*}" }
      source ${file}; words=(petstore-conformance "$@"); CURRENT=$(($# + 1)); PREFIX=\${@[-1]}; _petstore_conformance`;
    return printedBy('zsh', '-f', '-c', script, 'zsh', ...words);
  },
  fish: (file, words) =>
    printedBy('fish', '-N', '-c', `source ${file}; complete -C "petstore-conformance ${words.join(' ')}"`).map((line) =>
      line.replace(/\t.*/, ''),
    ),
};

describe.each(Object.entries(offers))('in %s', (shell, offered) => {
  test.skipIf(!has(shell)).each<[line: string, expected: readonly string[]]>([
    ['rep', ['replay']],
    ['--watch-f', ['--watch-folder']],
    ['--read', ['--read-only']],
    ['render --verb', ['--verbose']],
    ['list --no-d', []],
    ['--only list.limit.max', ['list.limit.maximum']],
    ['--skip auth.sch', ['auth.scheme-case']],
    ['--reporter ju', ['junit']],
    ['--group-by sec', ['section']],
    ['explain create.int', ['create.int64']],
    ['serve --fault category-through-d', ['category-through-double']],
    ['help net', ['network']],
    ['help expl', ['explain']],
    ['waivers in', ['init']],
    ['completion f', ['fish']],
  ])('%s offers %j', async (line, expected) => {
    expect(offered(await scriptFor(shell), line.split(' '))).toEqual(expected);
  });

  test.skipIf(!has(shell))('every command, and the last of several values', async () => {
    const file = await scriptFor(shell);
    expect(offered(file, ['']).length).toBeGreaterThan(13);
    const [offer = ''] = offered(file, ['--only', 'list.ok,list.uni']);
    expect(offer.replace('list.ok,', '')).toBe('list.unique');
  });
});

test('another shell', async () => {
  const session = new Session();
  expect(await session.main('completion', 'fisch')).toBe(2);
  expect(session.stderr.text).toBe('petstore-conformance: There is no completion for "fisch": did you mean fish?\n');
});
