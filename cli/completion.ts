import { UsageError } from '../harness/basics/usage-error.ts';
import { GROUPINGS } from '../harness/model/section.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import { faults } from '../reference/faults/index.ts';
import { reporters } from '../reporters/index.ts';
import { allIds } from '../suites/requirements/index.ts';
import { topicNames } from './help.ts';
import { COMMON_FLAGS, type Command, type Execute, type Flag } from './invocation.ts';
import { succeed } from './io.ts';

const NAME = 'petstore-conformance';
const FUNCTION = '_petstore_conformance';

/** Values that a flag or an operand may have; the files of the current folder where they are not known. */
const values = {
  ids: allIds,
  faults: faults.map(({ name }) => name),
  reporters: [...reporters.keys()],
  groupings: GROUPINGS,
  shells: ['bash', 'zsh', 'fish'],
} as const;

type Kind = keyof typeof values | 'files' | 'none';

function kindOf(flag: Flag): Kind {
  const { flag: name, placeholder = '' } = flag;
  if (name === 'only' || name === 'skip') return 'ids';
  if (name === 'fault') return 'faults';
  if (name === 'group-by') return 'groupings';
  if (name === 'reporter') return 'reporters';
  return /FILE|REPORT|DIR/.test(placeholder) ? 'files' : 'none';
}

/** What a command takes besides flags, by the words of its usage. */
function operandsOf(
  { name, operands = '' }: Command,
  commands: readonly Command[],
): readonly (Kind | readonly string[])[] {
  if (name === 'help') return [[...topicNames, ...commands.map((one) => one.name)]];
  const kinds = operands.split(/[ |[\]]+/).filter((word) => word !== '' && word !== '...');
  return kinds.map((word) => {
    if (word === 'ID') return 'ids';
    if (word === 'SHELL') return 'shells';
    return word === word.toLowerCase() ? [word] : /json|FILE|FOLDER/.test(word) ? 'files' : 'none';
  });
}

/** One of `values` by its name, or these words. */
const wordsOf = (kind: Kind | readonly string[]) =>
  typeof kind === 'string' ? (kind in values ? values[kind as keyof typeof values] : []) : kind;

interface Completed {
  readonly command: Command;
  readonly flags: readonly Flag[];
  /** Words of its operands, and whether files fit too. */
  readonly words: readonly string[];
  readonly takesFiles: boolean;
}

function completedOf(commands: readonly Command[]): readonly Completed[] {
  return commands.map((command) => {
    const operands = operandsOf(command, commands);
    return {
      command,
      flags: [...command.flags, ...COMMON_FLAGS],
      words: operands.flatMap(wordsOf),
      takesFiles: operands.includes('files'),
    };
  });
}

/** Every flag with a value, once for each kind: commands agree on all but their reporters. */
function flagsByKind(all: readonly Completed[]): ReadonlyMap<Kind, readonly string[]> {
  const byKind = new Map<Kind, Set<string>>();
  for (const flag of all.flatMap(({ flags }) => flags)) {
    if (flag.placeholder === undefined) continue;
    const kind = kindOf(flag);
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(`--${flag.flag}`));
  }
  return new Map([...byKind].map(([kind, flags]) => [kind, [...flags]]));
}

const LISTS = (['ids', 'faults', 'reporters', 'groupings'] as const).map((kind) => [kind, values[kind]] as const);

function bash(all: readonly Completed[]): string {
  const names = all.map(({ command }) => command.name);
  const cases = [...flagsByKind(all)].map(([kind, flags]) => {
    const found = kind in values ? `words=$${kind}` : kind === 'files' ? 'compopt -o default' : ':';
    return `    ${flags.join('|')}) ${found}; isValue=1 ;;`;
  });
  return `# ${NAME} completion bash
# Try it: source <(${NAME} completion bash)
${FUNCTION}() {
  local ${LISTS.map(([kind, words]) => `${kind}='${words.join(' ')}'`).join('\n  local ')}
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=run words='' isValue='' before='' word
  # The shell takes = for a word of its own.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${names.join('|')}) command=$word; break ;; esac
  done
  case $prev in
${cases.join('\n')}
  esac
  if [[ $isValue ]]; then
    # The last of several values.
    if [[ $cur == *,* ]]; then before=\${cur%,*},; cur=\${cur##*,}; fi
  elif [[ $cur == -* ]]; then
    case $command in
${all.map(({ command, flags }) => `    ${command.name}) words='${flags.map(({ flag }) => `--${flag}`).join(' ')}' ;;`).join('\n')}
    esac
  elif [[ $COMP_CWORD == 1 ]]; then words='${names.join(' ')}'
  else
    case $command in
${all.map((one) => `    ${one.command.name}) words='${one.words.join(' ')}'${one.takesFiles ? '; compopt -o default' : ''} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -P "$before" -W "$words" -- "$cur"))
}
complete -F ${FUNCTION} ${NAME}
`;
}

/** In single quotes, for zsh and fish; a colon separates a word from its description in zsh. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const described = (word: string, text: string) => quoted(`${word.replaceAll(':', '\\:')}:${text}`);

function zsh(all: readonly Completed[]): string {
  const cases = [...flagsByKind(all)].map(([kind, flags]) => {
    const found = kind in values ? `compset -P '*,'; compadd -a ${kind}` : kind === 'files' ? '_files' : ':';
    return `    ${flags.join('|')}) ${found}; return ;;`;
  });
  const flagLines = all.map(
    ({ command, flags }) =>
      `      ${command.name}) list=(${flags.map(({ flag, description }) => described(`--${flag}`, description)).join(' ')}) ;;`,
  );
  const operandLines = all.map(
    ({ command, words, takesFiles }) =>
      `    ${command.name}) compadd -- ${words.map(quoted).join(' ')}${takesFiles ? '; _files' : ''} ;;`,
  );
  return `#compdef ${NAME}
# ${NAME} completion zsh
# Try it: source <(${NAME} completion zsh)
${FUNCTION}() {
  local ${LISTS.map(([kind, words]) => `-a ${kind}=(${words.join(' ')})`).join('\n  local ')}
  local command=run word
  local -a list
  for word in \${words[2,CURRENT-1]}; do
    case $word in ${all.map(({ command }) => command.name).join('|')}) command=$word; break ;; esac
  done
  local prev=\${words[CURRENT-1]}
  # The flag and its value may be one word.
  if [[ $PREFIX == --*=* ]]; then prev=\${PREFIX%%=*}; compset -P '*='; fi
  case $prev in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
${flagLines.join('\n')}
    esac
    _describe flag list
    return
  fi
  if (( CURRENT == 2 )); then
    list=(${all.map(({ command }) => described(command.name, command.summary)).join(' ')})
    _describe command list
    return
  fi
  case $command in
${operandLines.join('\n')}
  esac
}
# Sourced, and not loaded from a folder of fpath.
if [[ $funcstack[1] == ${FUNCTION} ]]; then ${FUNCTION} "$@"; else compdef ${FUNCTION} ${NAME}; fi
`;
}

function fish(all: readonly Completed[]): string {
  const names = all.map(({ command }) => command.name).join(' ');
  const isFirst = `not __fish_seen_subcommand_from ${names}`;
  const lines = all.flatMap(({ command, flags, words, takesFiles }) => {
    const seen = `__fish_seen_subcommand_from ${command.name}`;
    const when = command.name === 'run' ? `${seen}; or ${isFirst}` : seen;
    const start = `complete -c ${NAME} -n ${quoted(when)}`;
    const ofFlag = (flag: Flag) => {
      const kind = kindOf(flag);
      const offer = kind in values ? `(__fish_append , ${wordsOf(kind).join(' ')})` : '';
      const value = flag.placeholder === undefined ? '' : kind === 'files' ? ' -rF' : ` -xa ${quoted(offer)}`;
      return `${start} -l ${flag.flag}${value} -d ${quoted(flag.description)}`;
    };
    return [
      `complete -c ${NAME} -n ${quoted(isFirst)} -a ${command.name} -d ${quoted(command.summary)}`,
      ...flags.map(ofFlag),
      ...(words.length > 0 ? [`${start} -a ${quoted(words.join(' '))}`] : []),
      ...(takesFiles ? [`${start} -F`] : []),
    ];
  });
  return `# ${NAME} completion fish
# Try it: ${NAME} completion fish | source
complete -c ${NAME} -f
${lines.join('\n')}
`;
}

const shells: Readonly<Record<string, (all: readonly Completed[]) => string>> = { bash, zsh, fish };

/** A script for a shell, made from the tables of commands, flags, requirements, faults and reporters. */
export function completionOf(commands: readonly Command[]): Execute {
  return async ({ operands: [name = ''], io }) => {
    const script = shells[name];
    if (script !== undefined) return succeed(io, script(completedOf(commands)));
    const advice = guessOf(name, values.shells, `use one of ${values.shells.join(', ')}.`);
    throw new UsageError(`There is no completion for ${JSON.stringify(name)}: ${advice}`);
  };
}
