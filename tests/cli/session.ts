import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../../cli/command.ts';
import type { Input, Output, ProcessIo } from '../../cli/io.ts';
import type { Parts } from '../../cli/parts.ts';
import type { RunSettings } from '../../harness/run/context.ts';
import type { ReferenceOptions } from '../../reference/server.ts';
import { reportOf, resultOf } from '../reporters/samples.ts';

export const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'top-secret-key' };
export const passingReport = reportOf([resultOf('list.ok')]);

export class FakeOutput implements Output {
  text = '';
  readonly isTTY: boolean;
  readonly columns = 90;
  failure: Error | undefined;

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text: string, written: (error?: Error | null) => void): void {
    this.text += text;
    written(this.failure);
  }
}

/** The command in a process that is not one: everything that it touches can be looked at. */
export class Session {
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
  readonly signals = new EventEmitter();
  readonly exits: number[] = [];
  readonly cwd = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  readonly runs: RunSettings[] = [];
  readonly opened: string[] = [];
  readonly references: (ReferenceOptions & { closed: boolean })[] = [];
  /** By folder, what a watch of it calls on a change. */
  readonly watched = new Map<string, (path: string) => void>();
  readonly #stdin: Input;
  readonly #env: Readonly<Record<string, string>>;
  readonly #parts: Partial<Parts>;

  constructor(
    given: { env?: Record<string, string>; stdin?: string[] | Input; parts?: Partial<Parts>; tty?: boolean } = {},
  ) {
    const { stdin = [] } = given;
    this.#env = given.env ?? {};
    this.#stdin = Array.isArray(stdin) ? Readable.from(stdin) : stdin;
    this.#parts = given.parts ?? {};
    this.stdout = new FakeOutput(given.tty);
    this.stderr = new FakeOutput(given.tty);
    onTestFinished(() => rmSync(this.cwd, { recursive: true, force: true }));
  }

  main(...argv: string[]): Promise<number> {
    return main(argv, this.#io(), {
      runSuite: async (settings, options) => {
        this.runs.push(settings);
        return this.#parts.runSuite ? this.#parts.runSuite(settings, options) : passingReport;
      },
      replaySuite: async (...given) => (this.#parts.replaySuite ? this.#parts.replaySuite(...given) : passingReport),
      startReference: async (options) => {
        const reference = { ...options, closed: false };
        this.references.push(reference);
        if (this.#parts.startReference) return this.#parts.startReference(options);
        return {
          baseUrl: 'http://127.0.0.1:4010/v1',
          close: async () => {
            reference.closed = true;
          },
        };
      },
      openPage: async (file) => {
        this.opened.push(file);
        await this.#parts.openPage?.(file);
      },
    });
  }

  #io(): ProcessIo {
    return {
      env: this.#env,
      cwd: this.cwd,
      stdin: this.#stdin,
      stdout: this.stdout,
      stderr: this.stderr,
      signals: this.signals,
      watchFolder: (folder, onChange) => {
        this.watched.set(folder, onChange);
        return () => this.watched.delete(folder);
      },
      exit: (code) => this.exits.push(code),
    };
  }
}
