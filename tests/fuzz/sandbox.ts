import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import type { Parts } from '../../cli/invocation.ts';
import { Session } from '../cli/session.ts';

export const NAMED = 'http://127.0.0.1:9/v1';
export const USER_KEY = 'key-of-the-user';
export const USER = { PETSTORE_BASE_URL: NAMED, PETSTORE_API_KEY: USER_KEY };

/** A folder that nobody named, next to those of the sessions, and texts that lead there or to another server. */
export class Outside {
  readonly folder = mkdtempSync(join(tmpdir(), 'petstore-conformance-outside-'));
  readonly lures: readonly string[];

  constructor(elsewhere: string) {
    const file = join(this.folder, 'stolen');
    this.lures = [elsewhere, file, `../${basename(this.folder)}/stolen`, `json=${file}`, `terminal,json=${file}`, '..'];
  }

  /** What was written there since it was last asked for. */
  take(): readonly string[] {
    const names = readdirSync(this.folder);
    for (const name of names) rmSync(join(this.folder, name), { recursive: true });
    return names;
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

export interface Case {
  readonly argv: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: Parts['run'];
  /** Files that the user named on the command line. */
  readonly mayWrite?: readonly string[] | 'anything below';
}

/** What is known of a session once it is over. */
export interface Harmless {
  /** The text of a file as the command left it. */
  after(name: string): string;
}

/** Runs the command in a folder with the files, and checks what must be true whatever is in them. */
export async function expectHarmless(given: Case, outside: Outside): Promise<Harmless> {
  const { argv, files, env = USER, run, mayWrite = [] } = given;
  const session = new Session({ env, ...(run && { run }) });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(session.cwd, name), text);
  mkdirSync(join(session.cwd, 'folder'));
  const code = await session.main(...argv);
  const texts = new Map(
    readdirSync(session.cwd, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(session.cwd, name), 'utf8')]),
  );
  rmSync(session.cwd, { recursive: true });
  const stolen = outside.take();

  expect([0, 1, 2, 3, 4], session.stderr.text).toContain(code);
  for (const { baseUrl, apiKey } of session.runs) {
    if (apiKey === (env.PETSTORE_API_KEY ?? USER_KEY)) expect(baseUrl).toBe(env.PETSTORE_BASE_URL);
  }
  expect(stolen).toEqual([]);
  if (mayWrite !== 'anything below') {
    const known = [...Object.keys(files), ...mayWrite];
    expect([...texts.keys()].filter((name) => !known.includes(name))).toEqual([]);
  }
  return { after: (name) => texts.get(name) ?? '' };
}
