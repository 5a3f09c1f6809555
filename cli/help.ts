import { UsageError } from '../harness/basics/usage-error.ts';
import { guessOf } from '../harness/settings/nearest.ts';
import type { HelpTopic } from '../harness/settings/setting.ts';
import { keysWhere, settingTable } from '../harness/settings/table.ts';
import { purposes } from '../reporters/index.ts';
import { indent, labelled, lengthOf, longest, paragraphs, wrap } from '../reporters/text.ts';
import { dotenvFile, flagsOf, noDotenv, verbose, watchFlags } from './flags.ts';
import { type Command, type Execute, type Flag, usageOf } from './invocation.ts';
import { exitCodes, succeed } from './io.ts';

const flagsAbout = (topic: HelpTopic) => flagsOf(...keysWhere((row) => row.topic === topic));

/** The settings, and the flags that are none. */
const topics: Readonly<Record<string, readonly Flag[]>> & Readonly<Record<HelpTopic | 'watch', readonly Flag[]>> = {
  target: [...flagsAbout('target'), dotenvFile, noDotenv],
  selection: flagsAbout('selection'),
  gate: flagsAbout('gate'),
  limits: flagsAbout('limits'),
  network: flagsAbout('network'),
  reports: [...flagsAbout('reports'), verbose],
  watch: watchFlags,
};

export const topicNames = [...Object.keys(topics), 'environment', 'exit-codes'];

const MOST_USED = [...flagsOf(...keysWhere((row) => row.isMostUsed)), verbose];

const EXAMPLES = [
  'petstore-conformance http://127.0.0.1:8080/v1 -- node server.mjs',
  'petstore-conformance https://api.example.com/v1 --read-only --reporter terminal,html=report.html',
  'petstore-conformance replay report.json --base-url http://127.0.0.1:8080/v1',
];

export function helpOn(commands: readonly Command[]): Execute {
  return async ({ operands: [name], io }) =>
    succeed(io, paragraphs(name === undefined ? general(commands) : about(name, commands)));
}

type Paragraphs = readonly (readonly string[])[];

/** About one screen; the topics have the rest. */
function general(commands: readonly Command[]): Paragraphs {
  return [
    ['Checks from outside whether a server does what the Pet Store Service specification documents.'],
    ['Usage: petstore-conformance [COMMAND] [URL] [flags] [-- COMMAND THAT STARTS THE SERVER]'],
    ['Commands', ...rows(commands.map(({ name, summary }) => [name, summary]))],
    ['Most used flags', ...briefRows(MOST_USED)],
    ['Examples, with the key in PETSTORE_API_KEY', ...indent(EXAMPLES, 2)],
    [`More: help ${topicNames.join('|')}, help COMMAND`],
  ];
}

function about(name: string, commands: readonly Command[]): Paragraphs {
  if (name === 'exit-codes') return [rows(Object.values(exitCodes).map(({ code, meaning }) => [`${code}`, meaning]))];
  if (name === 'environment') return environment();
  const topic = topics[name];
  if (topic !== undefined) return [flagRows(topic), ...(name === 'reports' ? aboutReporters() : [])];
  const command = commands.find((candidate) => candidate.name === name);
  if (command) {
    const server = command.takesServer ? [wrap(SERVER, WIDTH)] : [];
    return [[`Usage: ${usageOf(command)}`], [command.summary], ...server, flagRows(command.flags)];
  }
  const names = [...topicNames, ...commands.map((one) => one.name)];
  const advice = guessOf(name, names, 'see petstore-conformance help.');
  throw new UsageError(`There is no help on ${JSON.stringify(name)}: ${advice}`);
}

/** Settings without a flag are shown with their meaning: no other help has them. */
function environment(): Paragraphs {
  const settings = Object.values(settingTable);
  return [
    [
      'A flag wins over its variable in the environment, which wins over a file .env in the current folder, or the one of --dotenv.',
    ],
    rows(settings.map(({ flag, variable, description }) => [variable, flag ? `--${flag}` : description])),
  ];
}

function aboutReporters(): Paragraphs {
  return [
    ['Reporters', ...indent(labelled(purposes, WIDTH - 2), 2)],
    wrap(
      'Without --reporter, a run prints the terminal report. A reporter without a file prints to standard output, which only one of them may use. If no report for people is printed, a line on standard error has the verdict.',
      WIDTH,
    ),
  ];
}

const WIDTH = 100;

const SERVER =
  'The words after -- start the server, without a shell. It gets PETSTORE_BASE_URL and PETSTORE_API_KEY in its environment, is started before the run and stopped after it.';

const nameOf = ({ flag, placeholder }: Flag) => `--${flag}${placeholder ? ` ${placeholder}` : ''}`;

/** Whole, with the default. */
function flagRows(flags: readonly Flag[]): readonly string[] {
  const all = flags.map((flag) => [nameOf(flag), `${flag.description}${defaultOf(flag)}`] as const);
  return indent(labelled(all, WIDTH - 2), 2);
}

function defaultOf({ default: standard, placeholder }: Flag): string {
  return placeholder === undefined || standard === undefined || standard === 'none' ? '' : ` Default: ${standard}.`;
}

/** One line each: if the description is too long for that, its first clause, which does not end inside quotes. */
function briefRows(flags: readonly Flag[]): readonly string[] {
  const room = WIDTH - longest(flags.map(nameOf)) - 4;
  return rows(
    flags.map((flag) => {
      const [clause = ''] = flag.description.split(/[;:] (?!\w+")| \(|, (?=such)/);
      const brief = `${clause.replace(/\.$/, '')}.`;
      const whole = `${flag.description}${defaultOf(flag)}`;
      return [nameOf(flag), [whole, `${brief}${defaultOf(flag)}`].find((text) => lengthOf(text) <= room) ?? brief];
    }),
  );
}

function rows(all: readonly (readonly [label: string, text: string])[]): readonly string[] {
  return indent(labelled(all, Number.POSITIVE_INFINITY), 2);
}
