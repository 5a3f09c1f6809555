import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server in a real stack, as `examples/servers/NAME/stack.json` describes it; the README there explains each field. */
export interface Stack {
  /** Name of its folder. */
  readonly name: string;
  readonly title: string;
  readonly language: string;
  readonly naive: readonly NaiveVersion[];
  readonly apt?: readonly string[];
  readonly installed?: string;
  readonly needs?: readonly ServiceName[];
  readonly warns?: readonly string[];
  readonly notes?: string;
}

/** The server with one mistake that its framework invites. */
export interface NaiveVersion {
  readonly name: string;
  readonly mistake: string;
  readonly why: string;
  readonly fix: string;
  readonly violates: readonly string[];
  readonly warns?: readonly string[];
}

export const SERVICES = ['postgresql', 'redis'] as const;
export type ServiceName = (typeof SERVICES)[number];

export const SERVERS = 'examples/servers';

/** In the order of their names. */
export function readStacks(folder = SERVERS): readonly Stack[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'stack.json')));
  return names
    .toSorted()
    .map((name) => ({ name, ...JSON.parse(readFileSync(join(folder, name, 'stack.json'), 'utf8')) }));
}

/** The packages that a stack from npm declares, with their exact versions. */
export function npmPackagesOf({ name }: Stack, folder = SERVERS): ReadonlyMap<string, string> {
  const file = join(folder, name, 'package.json');
  return new Map(existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')).dependencies) : []);
}
