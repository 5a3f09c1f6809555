import { groupBy } from '../harness/basics/group-by.ts';
import { UsageError } from '../harness/basics/usage-error.ts';
import { GROUPINGS } from '../harness/model/section.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import type { Named } from '../harness/settings/setting.ts';
import { faults } from '../reference/faults/index.ts';
import { reporters } from '../reporters/index.ts';
import { allIds } from '../suites/requirements/index.ts';
import { topicNames } from './help.ts';
import { COMMON_FLAGS, type Command, type Execute, type Flag, type Offer } from './invocation.ts';
import { succeed } from './io.ts';

const NAME = 'petstore-conformance';
const FUNCTION = '_petstore_conformance';

/** Each is a variable of the scripts; files are those of the current folder. */
const lists: Readonly<Record<Exclude<Named, 'file'>, readonly string[]>> = {
  requirement: allIds,
  fault: faults.map(({ name }) => name),
  reporter: [...reporters.keys()],
  grouping: GROUPINGS,
  shell: ['bash', 'zsh', 'fish'],
};

/** A command with all of its flags, and with what its operands can be. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly offers: readonly Offer[];
}

function completedOf(commands: readonly Command[]): readonly Completed[] {
  const onHelp = [...topicNames, ...commands.map(({ name }) => name)];
  return commands.map(({ name, summary, flags, offers = [] }) => {
    return { name, summary, flags: [...flags, ...COMMON_FLAGS], offers: name === 'help' ? [onHelp] : offers };
  });
}

type Case = readonly [pattern: string, commands: readonly string[]];

function casesOf(cases: readonly Case[]): string {
  return cases.map(([pattern, commands]) => `    ${pattern}) ${commands.join('; ')} ;;`).join('\n');
}

/** The values of flags, once for each kind: commands agree on all but their reporters. */
function valueCases(all: readonly Completed[], completing: (offers: readonly Offer[]) => readonly string[]) {
  const withValue = all.flatMap(({ flags }) => flags.filter(({ placeholder }) => placeholder));
  const byKind = [...groupBy(withValue, ({ names }) => names)];
  return casesOf(
    byKind.map(([names, flags]): Case => {
      const pattern = [...new Set(flags.map(({ flag }) => `--${flag}`))].join('|');
      return [pattern, completing(names ? [names] : [])];
    }),
  );
}

function bash(all: readonly Completed[]): string {
  const names = all.map(({ name }) => name);
  const completing = (offer: Offer) => {
    if (offer === 'file') return 'compopt -o default';
    return typeof offer === 'string' ? `words+=" $${offer}"` : `words+=' ${offer.join(' ')}'`;
  };
  return `# ${NAME} completion bash
# Try it: source <(${NAME} completion bash)
${FUNCTION}() {
${Object.entries(lists)
  .map(([name, words]) => `  local ${name}='${words.join(' ')}'`)
  .join('\n')}
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=run words='' isValue='' before='' word
  # The shell takes = for a word of its own.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${names.join('|')}) command=$word; break ;; esac
  done
  case $prev in
${valueCases(all, (offers) => [...offers.map(completing), 'isValue=1'])}
  esac
  if [[ $isValue ]]; then
    # The last of several values.
    if [[ $cur == *,* ]]; then before=\${cur%,*},; cur=\${cur##*,}; fi
  elif [[ $cur == -* ]]; then
    case $command in
${casesOf(all.map(({ name, flags }) => [name, [`words='${flags.map(({ flag }) => `--${flag}`).join(' ')}'`]]))}
    esac
  elif [[ $COMP_CWORD == 1 ]]; then words='${names.join(' ')}'
  else
    case $command in
${casesOf(all.map(({ name, offers }) => [name, offers.length === 0 ? [':'] : offers.map(completing)]))}
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
  const completing = (offer: Offer) => {
    if (offer === 'file') return '_files';
    return typeof offer === 'string' ? `compset -P '*,'; compadd -a ${offer}` : `compadd -- ${offer.join(' ')}`;
  };
  const flagsOf = ({ flags }: Completed) =>
    `list=(${flags.map(({ flag, description }) => described(`--${flag}`, description)).join(' ')})`;
  return `#compdef ${NAME}
# ${NAME} completion zsh
# Try it: source <(${NAME} completion zsh)
${FUNCTION}() {
${Object.entries(lists)
  .map(([name, words]) => `  local -a ${name}=(${words.join(' ')})`)
  .join('\n')}
  local command=run word
  local -a list
  for word in \${words[2,CURRENT-1]}; do
    case $word in ${all.map(({ name }) => name).join('|')}) command=$word; break ;; esac
  done
  local prev=\${words[CURRENT-1]}
  # The flag and its value may be one word.
  if [[ $PREFIX == --*=* ]]; then prev=\${PREFIX%%=*}; compset -P '*='; fi
  case $prev in
${valueCases(all, (offers) => [...offers.map(completing), 'return'])}
  esac
  if [[ $PREFIX == -* ]]; then
    case $command in
${casesOf(all.map((one) => [one.name, [flagsOf(one)]]))}
    esac
    _describe flag list
    return
  fi
  if (( CURRENT == 2 )); then
    list=(${all.map(({ name, summary }) => described(name, summary)).join(' ')})
    _describe command list
    return
  fi
  case $command in
${casesOf(all.map(({ name, offers }) => [name, offers.length === 0 ? [':'] : offers.map(completing)]))}
  esac
}
# Sourced, and not loaded from a folder of fpath.
if [[ $funcstack[1] == ${FUNCTION} ]]; then ${FUNCTION} "$@"; else compdef ${FUNCTION} ${NAME}; fi
`;
}

function fish(all: readonly Completed[]): string {
  const isFirst = `not __fish_seen_subcommand_from ${all.map(({ name }) => name).join(' ')}`;
  const wordsOf = (offer: Exclude<Offer, 'file'>) => (typeof offer === 'string' ? lists[offer] : offer).join(' ');
  const valueFlag = ({ placeholder, names }: Flag) => {
    if (placeholder === undefined) return '';
    if (names === 'file') return ' -rF';
    return ` -xa ${quoted(names === undefined ? '' : `(__fish_append , ${wordsOf(names)})`)}`;
  };
  const lines = all.flatMap(({ name, summary, flags, offers }) => {
    const seen = `__fish_seen_subcommand_from ${name}`;
    const start = `complete -c ${NAME} -n ${quoted(name === 'run' ? `${seen}; or ${isFirst}` : seen)}`;
    return [
      `complete -c ${NAME} -n ${quoted(isFirst)} -a ${name} -d ${quoted(summary)}`,
      ...flags.map((flag) => `${start} -l ${flag.flag}${valueFlag(flag)} -d ${quoted(flag.description)}`),
      ...offers.map((offer) => `${start} ${offer === 'file' ? '-F' : `-a ${quoted(wordsOf(offer))}`}`),
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
    const advice = guessOf(name, lists.shell, `use one of ${lists.shell.join(', ')}.`);
    throw new UsageError(`There is no completion for ${JSON.stringify(name)}: ${advice}`);
  };
}
