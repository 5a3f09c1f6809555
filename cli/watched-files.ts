import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { ASIDE } from './files.ts';

/** What a server, an editor or a tool writes by itself. In the notation of .gitignore. */
const IGNORED_BY_DEFAULT = [
  ...['node_modules/', '.git/', '.hg/', '.svn/', '__pycache__/', '.pytest_cache/', '.idea/', '.vscode/'],
  ...['*.log', '*.log.*', '*.pid', '*.lock', '*.tmp'],
  ...[
    '*.db',
    '*.db-*',
    '*.db3',
    '*.sqlite',
    '*.sqlite3',
    '*.sqlite-*',
    '*.sqlite3-*',
    '*.mdb',
    '*.ldb',
    '*.rdb',
    '*.aof',
  ],
  ...['*.swp', '*.swo', '*~', '.#*', '4913', '.DS_Store'],
  `*${ASIDE}`,
];

/** Rules about what is below a folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

export interface Watched {
  readonly folders: readonly string[];
  /** In the notation of .gitignore, relative to each folder. */
  readonly ignored: readonly string[];
  /** Absolute paths of files that the run itself writes. */
  readonly own: readonly string[];
}

/** What distinguishes one state of a file from another, by its path. */
type Stamps = ReadonlyMap<string, string>;

export function stampsOf({ folders, ignored, own }: Watched): Stamps {
  const stamps = new Map<string, string>();
  for (const folder of folders) {
    const chosen = { folder, rules: ignore().add([...ignored]) };
    const byDefault = { folder, rules: ignore().add(IGNORED_BY_DEFAULT) };
    const visit = (place: string, above: readonly Rules[]): void => {
      const entries = entriesOf(place);
      const here = entries.some(({ name }) => name === GITIGNORE) ? [gitignoreOf(place), ...above] : above;
      for (const entry of entries) {
        const path = join(place, entry.name);
        const isFolder = entry.isDirectory();
        if (own.includes(path) || isIgnored(path, isFolder, [chosen, ...here, byDefault])) continue;
        if (isFolder) visit(path, here);
        else stamps.set(path, stampOf(path));
      }
    };
    visit(folder, rulesAbove(folder));
  }
  return stamps;
}

/** A folder that is gone, or that may not be read, does not keep us from the others. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stampOf(path: string): string {
  const file = lstatSync(path, { throwIfNoEntry: false });
  return `${file?.ino} ${file?.size} ${file?.mtimeMs}`;
}

const GITIGNORE = '.gitignore';

function gitignoreOf(folder: string): Rules {
  const rules = ignore();
  const file = join(folder, GITIGNORE);
  try {
    // Reading a pipe may wait for ever.
    if (statSync(file).isFile()) rules.add(readFileSync(file, 'utf8'));
  } catch {
    // It ignores nothing then.
  }
  return { folder, rules };
}

/** Those of the repository around a folder, nearest first; none if they ignore the folder, which the user named. */
function rulesAbove(folder: string): readonly Rules[] {
  const above: Rules[] = [];
  for (let place = folder; !existsSync(join(place, '.git')); ) {
    if (dirname(place) === place) return [];
    place = dirname(place);
    if (existsSync(join(place, GITIGNORE))) above.push(gitignoreOf(place));
  }
  return isIgnored(folder, true, above) ? [] : above;
}

/** The first rules that say anything about a path decide. */
function isIgnored(path: string, isFolder: boolean, all: readonly Rules[]): boolean {
  for (const { folder, rules } of all) {
    const name = relative(folder, path).split(sep).join('/');
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Of one look: what differs from the last state that was reported. */
function changedIn(now: Stamps, before: Stamps): readonly string[] {
  const paths = new Set([...now.keys(), ...before.keys()]);
  return [...paths].filter((path) => now.get(path) !== before.get(path));
}

/** Editors and compilers write several files per change, so one counts when nothing else changes for this long. */
const QUIET_MS = 150;
/** In looks: a file that never rests does not keep a change of another one back for longer. */
const PATIENCE = 5;

/**
 * Looks again and again: watchers of the system lose files that an editor replaces, end at a folder that they may not
 * read, and see nothing in mounted folders. Reports files that have changed and are at rest.
 */
export function onChange(watched: Watched, notify: (paths: readonly string[]) => void): () => void {
  let known = stampsOf(watched);
  let before = known;
  let looks = 0;
  const lookAgain = () => {
    const started = performance.now();
    const now = stampsOf(watched);
    const changed = changedIn(now, known);
    const atRest = changed.filter((path) => now.get(path) === before.get(path));
    looks = changed.length === 0 ? 0 : looks + 1;
    if (atRest.length > 0 && (atRest.length === changed.length || looks > PATIENCE)) {
      const reported = new Map(known);
      for (const path of atRest) {
        const stamp = now.get(path);
        if (stamp === undefined) reported.delete(path);
        else reported.set(path, stamp);
      }
      known = reported;
      looks = 0;
      notify(atRest);
    }
    before = now;
    // Many files take long to look at, and must not slow down everything else.
    timer = setTimeout(lookAgain, Math.max(QUIET_MS, 20 * (performance.now() - started)));
  };
  let timer = setTimeout(lookAgain, QUIET_MS);
  return () => clearTimeout(timer);
}
