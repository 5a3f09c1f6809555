import { UsageError } from '../harness/basics/usage-error.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import type { Named } from '../harness/settings/setting.ts';
import { faults } from '../reference/faults/index.ts';
import { reporters } from '../reporters/index.ts';
import { allIds } from '../suites/requirements/index.ts';
import { topicNames } from './help.ts';
import { COMMON_FLAGS, type Command, type Execute, type Offer } from './invocation.ts';
import { succeed } from './io.ts';

interface Shell {
  /** Asks the command again for each word, so it stays right when the package changes. */
  readonly script: string;
  readonly lineOf: (candidate: Candidate) => string;
}

interface Candidate {
  readonly word: string;
  readonly description?: string;
}

/** The first line of an answer where files are possible too. */
const FILES = ':';

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    // This shell takes the = behind a flag for a word of its own.
    script: `# petstore-conformance completion bash
# Try it: source <(petstore-conformance completion bash)
_petstore_conformance() {
  mapfile -t COMPREPLY < <(petstore-conformance completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ \${COMPREPLY[0]} == ${FILES} ]]; then unset 'COMPREPLY[0]'; compopt -o default; fi
}
complete -F _petstore_conformance petstore-conformance
`,
    lineOf: ({ word }) => word,
  },
  zsh: {
    script: `#compdef petstore-conformance
# petstore-conformance completion zsh
# Try it: source <(petstore-conformance completion zsh)
_petstore_conformance() {
  local -a lines=(\${(f)"$(petstore-conformance completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if [[ $lines[1] == ${FILES} ]]; then shift lines; compset -P '--*='; _files; fi
  if (( $#lines )); then _describe word lines; fi
}
# Sourced, and not loaded from a folder of fpath.
if [[ $funcstack[1] == _petstore_conformance ]]; then _petstore_conformance "$@"
else compdef _petstore_conformance petstore-conformance; fi
`,
    lineOf: ({ word, description }) => [word, ...(description ? [description] : [])].map(withoutColons).join(':'),
  },
  fish: {
    script: `# petstore-conformance completion fish
# Try it: petstore-conformance completion fish | source
function __petstore_conformance
  set -l before (commandline -opc)
  set -l word (commandline -ct)
  set -l lines (petstore-conformance completion fish -- $before[2..] "$word" 2>/dev/null)
  if test "$lines[1]" = ${FILES}; set -e lines[1]; __fish_complete_path "$word"; end
  printf '%s\\n' $lines
end
complete -c petstore-conformance -f -a '(__petstore_conformance)'
`,
    lineOf: ({ word, description = '' }) => `${word}\t${description}`,
  },
};

function withoutColons(text: string): string {
  return text.replaceAll(':', '\\:');
}

/** A script for a shell; or, for the words of a command line, what the last of them can be. */
export function completionOf(commands: readonly Command[]): Execute {
  return async ({ operands: [name = '', ...words], io }) => {
    const shell = shells[name];
    if (shell === undefined) {
      const names = Object.keys(shells);
      const advice = guessOf(name, names, `use one of ${names.join(', ')}.`);
      throw new UsageError(`There is no completion for ${JSON.stringify(name)}: ${advice}`);
    }
    if (words.length === 0) return succeed(io, shell.script);
    const { offers, candidates } = completed(words, commands);
    const lines = candidates.map(shell.lineOf);
    return succeed(io, (offers.includes('file') ? [FILES, ...lines] : lines).map((line) => `${line}\n`).join(''));
  };
}

/** What the last of these words can be, and what can stand there. */
function completed(words: readonly string[], commands: readonly Command[]) {
  const all = words.at(-1) === '=' ? [...words, ''] : words;
  const last = all.at(-1) ?? '';
  const typed = all.slice(0, -1).filter((word) => word !== '=');
  const name = typed.find((word) => commands.some((command) => command.name === word)) ?? 'run';
  const { flags = [], offers = [] } = commands.find((command) => command.name === name) ?? {};
  // A flag and its value may be one word.
  const [start = ''] = /^--[\w-]+=/.exec(last) ?? [];
  const before = start === '' ? typed.at(-1) : start.slice(0, -1);
  const flag = flags.find(({ flag: own, placeholder }) => placeholder && `--${own}` === before);
  if (flag) {
    // Of several values only the last one is completed.
    const given = last.slice(0, Math.max(start.length, last.lastIndexOf(',') + 1));
    return offered(flag.names ? [flag.names] : [], last, given);
  }
  if (last.startsWith('-')) {
    const described = [...flags, ...COMMON_FLAGS].map((own) => ({
      word: `--${own.flag}`,
      description: own.description,
    }));
    return { offers: [], candidates: startingWith(last, described) };
  }
  if (typed.length === 0) {
    const described = commands.map((command) => ({ word: command.name, description: command.summary }));
    return { offers: [], candidates: startingWith(last, described) };
  }
  return offered(name === 'help' ? [[...topicNames, ...commands.map((command) => command.name)]] : offers, last);
}

function offered(offers: readonly Offer[], last: string, given = '') {
  const words = offers.flatMap((offer) => (typeof offer === 'string' ? WORDS[offer] : offer));
  return {
    offers,
    candidates: startingWith(
      last,
      words.map((word) => ({ word: `${given}${word}` })),
    ),
  };
}

const WORDS: Readonly<Record<Named, readonly string[]>> = {
  file: [],
  requirement: allIds,
  fault: faults.map(({ name }) => name),
  reporter: [...reporters.keys()],
  shell: Object.keys(shells),
};

function startingWith(start: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start));
}
