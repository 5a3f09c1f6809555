import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { build } from '../stacks/server.ts';
import { SERVERS, type Stack } from '../stacks/stack.ts';
import { type Instrumented, instrument } from './instrument.ts';
import { mutantsOfLines, type Source } from './lines.ts';
import { type Mutant, withoutTwins } from './mutant.ts';
import type { Syntax } from './operators.ts';

const SYNTAXES: Readonly<Record<string, Syntax>> = {
  '.mjs': 'js',
  '.ts': 'js',
  '.py': 'python',
  '.go': 'go',
  '.php': 'php',
  '.rb': 'ruby',
  '.java': 'java',
};
/** They say how Django starts. */
const START_UP = ['settings.py', 'urls.py', 'wsgi.py'];

const isOwn = (path: string) => !/\/(?:node_modules|out|__pycache__)(?:\/|$)/.test(path);

export function sourcesOf({ name }: Stack, folder = SERVERS): readonly Source[] {
  const files = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' });
  return files.toSorted().flatMap((file) => {
    const syntax = SYNTAXES[extname(file)];
    if (!syntax || !isOwn(`/${file}`) || START_UP.includes(file)) return [];
    return { stack: name, file, syntax, text: readFileSync(join(folder, name, file), 'utf8') };
  });
}

/** Every mutant of a server, and its source as it is started: with those of Stryker in it, none of them active. */
export interface Mutated {
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

export async function mutated(stack: Stack): Promise<Mutated> {
  const sources = sourcesOf(stack);
  const started = await Promise.all(
    sources.map((source): Instrumented | Promise<Instrumented> =>
      source.syntax === 'js' ? instrument(source) : { text: source.text, mutants: [] },
    ),
  );
  const mutants = [...started.flatMap((one) => one.mutants), ...sources.flatMap(mutantsOfLines)];
  return {
    sources: new Map(sources.map(({ file, text }, index) => [file, started[index]?.text ?? text])),
    mutants: withoutTwins(mutants),
  };
}

/** A copy of a stack in a folder of its own, so that nothing in the repository changes. */
export class Workspace {
  readonly folder: string;
  readonly #sources: Mutated['sources'];
  /** The source as it is now: undefined before the first time, and while it does not compile. */
  #source: string | undefined;

  constructor(root: string, { name }: Stack, { sources }: Mutated) {
    const servers = join(root, SERVERS);
    this.folder = join(servers, name);
    this.#sources = sources;
    mkdirSync(servers, { recursive: true });
    cpSync(join(SERVERS, name), this.folder, { recursive: true, filter: (path) => isOwn(resolve(path)) });
    for (const path of [`${SERVERS}/node_modules`, `${SERVERS}/${name}/node_modules`, 'schemas'])
      if (existsSync(path)) symlinkSync(resolve(path), join(root, path));
    cpSync(join(SERVERS, 'package.json'), join(servers, 'package.json'));
  }

  /** Writes the source with this mutant, or with none. Rejects if it does not compile. */
  async prepare(mutant?: Mutant): Promise<void> {
    // Those that are chosen at run time share a source.
    const source = mutant?.text ?? '';
    if (source === this.#source) return;
    this.#source = undefined;
    for (const [file, text] of this.#sources) writeFileSync(join(this.folder, file), text);
    if (mutant?.text !== undefined) writeFileSync(join(this.folder, mutant.file), mutant.text);
    await build(this.folder);
    this.#source = source;
  }
}
