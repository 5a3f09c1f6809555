import { dirname } from 'node:path';

/** A run may be started again so often because of what changed during it. */
const IN_A_ROW = 3;

/**
 * Decides which changes start the next run. A database or a log changes because of the run, and would start the next
 * one forever; a person saves a file now and then. So whatever has changed during each of several runs in a row starts
 * none any more, unless it changes while no run is under way.
 */
export class Restarts {
  readonly #onMuted: (path: string) => void;
  readonly #muted = new Set<string>();
  /** What changed during the last runs, as long as each of them was started by such a change. */
  #row: (readonly string[])[] = [];

  constructor(onMuted: (path: string) => void) {
    this.#onMuted = onMuted;
  }

  /** Whether the change of these files starts a run. */
  isStartedBy(paths: readonly string[], isDuringRun: boolean): boolean {
    if (!isDuringRun) {
      this.reset();
      for (const path of paths) this.#muted.delete(path);
      return true;
    }
    const heard = this.#heard(paths);
    if (heard.length === 0) return false;
    this.#row.push(heard);
    if (this.#row.length <= IN_A_ROW) return true;
    for (const path of culpritsOf(this.#row)) {
      this.#muted.add(path);
      this.#onMuted(path);
    }
    this.#row = [];
    return this.#heard(heard).length > 0;
  }

  /** Somebody asked for the next run. */
  reset(): void {
    this.#row = [];
  }

  #heard(paths: readonly string[]): readonly string[] {
    return paths.filter((path) => !this.#muted.has(path) && !this.#muted.has(dirname(path)));
  }
}

/** The files that changed each time; or the folders, if the files have other names each time; or all of them. */
function culpritsOf(changes: readonly (readonly string[])[]): readonly string[] {
  const inAll = (sets: readonly (readonly string[])[]) => {
    const [first = [], ...others] = sets;
    return [...new Set(first)].filter((path) => others.every((other) => other.includes(path)));
  };
  const files = inAll(changes);
  if (files.length > 0) return files;
  const folders = inAll(changes.map((paths) => paths.map((path) => dirname(path))));
  return folders.length > 0 ? folders : [...new Set(changes.flat())];
}
