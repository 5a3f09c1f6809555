import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../../cli/command.ts';
import type { Parts } from '../../cli/invocation.ts';
import type { Input, Output, ProcessIo } from '../../cli/io.ts';
import type { Composed } from '../../harness/engine/compose.ts';
import { runSuite } from '../../harness/engine/run.ts';
import type { Report } from '../../harness/model/report.ts';
import type { RunSettings } from '../../harness/settings/settings.ts';
import { VirtualClock } from '../../proof/simulation/virtual-clock.ts';
import { simulatedWire } from '../../proof/simulation/wire.ts';
import type { ReferenceOptions } from '../../reference/server.ts';
import { createService, type ServiceOptions } from '../../reference/service.ts';
import { petStore } from '../../suites/index.ts';
import { failing, reportOf, resultOf } from '../reporters/samples.ts';

export const TARGET = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', PETSTORE_API_KEY: 'top-secret-key' };
export const passingReport = reportOf([resultOf('list.ok')]);
export const failingReport = reportOf([failing('list.ok', { fingerprint: 'f0123456789a', answer: 500 })], {
  verdict: 'violating',
  exitCode: 1,
});

const NOTHING_KNOWN = { keyLength: 14, ledger: [], missingIds: [], interruptions: [], spent: [] };

/** A run that is all report. */
export function reported(report: Report): Composed {
  return { report, record: () => [], known: () => NOTHING_KNOWN };
}

/** A whole run against a simulated service: it takes no time and no sockets. */
export function simulated(options: Partial<ServiceOptions> = {}): Parts['run'] {
  return (settings, { signal }) => {
    const clock = new VirtualClock();
    const service = createService({ apiKey: settings.apiKey, clock, ...options });
    const wire = simulatedWire(service, clock, settings.timeoutMs, () => 1);
    return clock.run(() => runSuite(settings, petStore, { wire, clock, signal }));
  };
}

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

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: readonly string[] | Input;
  readonly tty?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  /** What every run ends with. */
  readonly report?: Report;
  readonly run?: Parts['run'];
  readonly startReference?: Parts['startReference'];
}

/** The command in a process that is not one: everything that it touches can be looked at. */
export class Session {
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
  readonly signals = new EventEmitter();
  readonly exits: number[] = [];
  readonly cwd = mkdtempSync(join(tmpdir(), 'petstore-conformance-'));
  readonly runs: RunSettings[] = [];
  readonly references: ReferenceOptions[] = [];
  readonly #given: Given;
  readonly #stdin: Input;

  constructor(given: Given = {}) {
    const { stdin = [], files = {}, tty } = given;
    this.#given = given;
    this.#stdin = Array.isArray(stdin) ? Readable.from(stdin) : (stdin as Input);
    this.stdout = new FakeOutput(tty);
    this.stderr = new FakeOutput(tty);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.cwd, name), text);
    onTestFinished(() => rmSync(this.cwd, { recursive: true, force: true }));
  }

  main(...argv: readonly string[]): Promise<number> {
    const { run, report = passingReport, startReference } = this.#given;
    return main(argv, this.#io(), {
      run: async (settings, options) => {
        this.runs.push(settings);
        return run ? run(settings, options) : reported(report);
      },
      startReference: async (options) => {
        this.references.push(options);
        return startReference?.(options) ?? { baseUrl: 'http://127.0.0.1:4010/v1', close: async () => undefined };
      },
    });
  }

  #io(): ProcessIo {
    return {
      env: this.#given.env ?? {},
      cwd: this.cwd,
      stdin: this.#stdin,
      stdout: this.stdout,
      stderr: this.stderr,
      signals: this.signals,
      exit: (code) => this.exits.push(code),
    };
  }
}

interface Start extends Pick<Given, 'env' | 'files'> {
  readonly faults: readonly string[];
  readonly argv: readonly string[];
}

const started = new Map<string, Promise<{ readonly code: number; readonly files: Record<string, string> }>>();

/** What a simulated run wrote. It takes place once, however many tests start from its files. */
export function writtenBy(start: Start) {
  const key = JSON.stringify(start);
  const { faults, argv, ...given } = start;
  const known = started.get(key);
  if (known) return known;
  const session = new Session({ ...given, run: simulated({ faults }) });
  const written = session.main(...argv).then((code) => {
    const names = readdirSync(session.cwd);
    return {
      code,
      files: Object.fromEntries(names.map((name) => [name, readFileSync(join(session.cwd, name), 'utf8')])),
    };
  });
  started.set(key, written);
  return written;
}
