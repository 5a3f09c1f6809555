import type { Flags } from '../harness/settings.ts';
import { settingTable } from '../harness/settings-table.ts';
import type { Io } from './io.ts';
import type { Parts } from './parts.ts';

/** A flag as the help shows it. Settings are flags with a variable and a default besides. */
export interface Flag {
  readonly flag: string;
  readonly short?: string;
  readonly variable?: string;
  /** Absent for a switch. */
  readonly placeholder?: string;
  readonly description: string;
  readonly default?: string;
}

export interface Invocation {
  readonly flags: Flags;
  readonly operands: readonly string[];
  readonly io: Io;
  readonly parts: Parts;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  readonly mostOperands: number;
  /** Loads the command only when it is asked for, and resolves with the exit code. */
  readonly execute: (invocation: Invocation) => Promise<number>;
}

export const runCommand: Command = {
  name: 'run',
  usage: '[run] [flags]',
  summary: 'Judge a server and report; with no server set, the embedded reference server.',
  flags: Object.values(settingTable),
  mostOperands: 0,
  execute: async (invocation) => (await import('./run.ts')).run(invocation),
};

export const commands: readonly Command[] = [
  runCommand,
  {
    name: 'list',
    usage: 'list [--json]',
    summary: 'Show every requirement.',
    flags: [{ flag: 'json', description: 'Print the whole catalogue as a JSON array.' }],
    mostOperands: 0,
    execute: async (invocation) => (await import('./list.ts')).list(invocation),
  },
  {
    name: 'explain',
    usage: 'explain ID',
    summary: 'Tell what a requirement says, how it is checked and what a failure usually means.',
    flags: [],
    mostOperands: 1,
    execute: async (invocation) => (await import('./explain.ts')).explain(invocation),
  },
  {
    name: 'serve',
    usage: 'serve [--port N] [--api-key KEY] [--animals N]',
    summary: 'Run the reference server, which conforms, until it is stopped.',
    flags: [
      { flag: 'port', placeholder: 'N', description: 'Port to listen on.', default: 'a free one' },
      {
        flag: 'api-key',
        variable: settingTable.apiKey.variable,
        placeholder: 'KEY',
        description: 'API key that the server accepts; a single hyphen reads it from standard input.',
        default: 'a random one, which is printed',
      },
      { flag: 'animals', placeholder: 'N', description: 'Number of animals held from the start.' },
    ],
    mostOperands: 0,
    execute: async (invocation) => (await import('./serve.ts')).serve(invocation),
  },
];
