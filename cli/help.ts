import { guessOf } from '../harness/settings/nearest.ts';
import { settingTable } from '../harness/settings/table.ts';
import { UsageError } from '../harness/settings/usage-error.ts';
import { indent, labelled, lengthOf, longest, paragraphs } from '../reporters/text.ts';
import { flagsOf, noDotenv, presentationFlags, watchFlags } from './flags.ts';
import type { Execute, Flag } from './invocation.ts';
import { exitCodes, succeed } from './io.ts';

/** Every flag of a run has a place in one of them. */
const topics: Readonly<Record<string, readonly Flag[]>> = {
  target: [...flagsOf('baseUrl', 'apiKey', 'apiKeyFile', 'categoryIds', 'knownIds'), ...noDotenv],
  selection: flagsOf('only', 'skip', 'thorough', 'seed', 'runs', 'consistencyWindowMs'),
  gate: flagsOf('strict', 'requireAll', 'waivers', 'baseline', 'now'),
  limits: [
    ...flagsOf('readOnly', 'maxCreates', 'ledger', 'maxBadCredentials', 'badCredentialPauseMs', 'maxRps'),
    ...flagsOf('concurrency', 'timeoutMs', 'maxWaitMs', 'maxDurationMs'),
  ],
  network: flagsOf('proxy', 'ca', 'clientCert', 'clientKey', 'insecure', 'connectTo', 'headers', 'trace'),
  reports: [...flagsOf('reporters', 'subject', 'runUrl'), ...presentationFlags],
  watch: watchFlags,
};

const MOST_USED = [
  ...flagsOf('baseUrl', 'apiKey', 'reporters', 'only', 'readOnly', 'maxCreates', 'strict', 'waivers', 'baseline'),
  ...presentationFlags.slice(0, 1),
];

const EXAMPLES = [
  'petstore-conformance http://127.0.0.1:8080/v1 --api-key secret',
  'petstore-conformance https://api.example.com/v1 --read-only --reporter terminal,html=report.html',
  'petstore-conformance replay report.json --base-url http://127.0.0.1:8080/v1',
];

interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
}

export function helpOn(commands: readonly Command[]): Execute {
  return async ({ operands: [name], io }) =>
    succeed(io, paragraphs(name === undefined ? general(commands) : about(name, commands)));
}

type Paragraphs = readonly (readonly string[])[];

/** About one screen; the topics have the rest. */
function general(commands: readonly Command[]): Paragraphs {
  return [
    ['Checks from outside whether a server does what the Pet Store Service specification documents.'],
    ['Usage: petstore-conformance [COMMAND] [URL] [flags]'],
    ['Commands', ...rows(commands.map(({ name, summary }) => [name, summary]))],
    ['Most used flags', ...flagRows(MOST_USED)],
    ['Examples', ...indent(EXAMPLES, 2)],
    [`More: help ${[...Object.keys(topics), 'environment', 'exit-codes'].join('|')}, help COMMAND`],
  ];
}

function about(name: string, commands: readonly Command[]): Paragraphs {
  if (name === 'exit-codes') return [rows(Object.values(exitCodes).map(({ code, meaning }) => [`${code}`, meaning]))];
  if (name === 'environment') return environment();
  const topic = topics[name];
  if (topic !== undefined) return [flagRows(topic)];
  const command = commands.find((candidate) => candidate.name === name);
  if (command) return [[`Usage: petstore-conformance ${command.usage}`], [command.summary], flagRows(command.flags)];
  const names = [...Object.keys(topics), ...commands.map((one) => one.name)];
  const advice = guessOf(name, names, 'see petstore-conformance help.');
  throw new UsageError(`There is no help on ${JSON.stringify(name)}: ${advice}`);
}

/** Settings without a flag are shown with their meaning: no other help has them. */
function environment(): Paragraphs {
  const settings = Object.values(settingTable);
  return [
    ['A flag wins over its variable in the environment, which wins over a file .env in the current folder.'],
    rows(settings.map(({ flag, variable, description }) => [variable, flag ? `--${flag}` : description])),
  ];
}

/** One line each: if the description is too long for that, its first clause, which does not end inside quotes. */
function flagRows(flags: readonly Flag[]): readonly string[] {
  const nameOf = ({ flag, placeholder }: Flag) => `--${flag}${placeholder ? ` ${placeholder}` : ''}`;
  const room = 100 - longest(flags.map(nameOf)) - 4;
  return rows(
    flags.map((flag) => {
      const [clause = ''] = flag.description.split(/[;:] (?!\w+")| \(|, (?=such)/);
      return [nameOf(flag), lengthOf(flag.description) <= room ? flag.description : `${clause.replace(/\.$/, '')}.`];
    }),
  );
}

function rows(all: readonly (readonly [label: string, text: string])[]): readonly string[] {
  return indent(labelled(all, Number.POSITIVE_INFINITY), 2);
}
