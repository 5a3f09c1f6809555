import { cutInTheMiddle } from '../../harness/report/cut-body.ts';
import type { Result } from '../../harness/report/model.ts';
import { visible } from '../../reporters/escape-controls.ts';
import { markOf, type Paint } from '../../reporters/terminal-paint.ts';
import { findingSentence } from '../../reporters/verdict.ts';

export const WAITING = 'Waiting for the server.';
export const NOTHING_WAKES = 'Standard input has ended and no folder is watched, so this was the last run.';

/** The whole report follows, so a glance is enough. */
const LONGEST_FINDING = 300;

/** What became of a requirement that failed before, in one line. */
export function lineOf(result: Result, paint: Paint): string {
  const finding = cutInTheMiddle(visible(findingSentence(result)), LONGEST_FINDING);
  const told = finding === '' ? '' : `: ${finding}`;
  return `${markOf(result.outcome, paint)} ${paint.strong(result.id)} ${becameOf(result)}${told}`;
}

function becameOf({ outcome }: Result): string {
  switch (outcome) {
    case 'pass':
    case 'observed':
      return 'holds now';
    case 'fail':
    case 'warn':
      return 'still fails';
    case 'unsteady':
      return 'does not always end the same';
    case 'inconclusive':
      return 'is not decided now';
    case 'unobservable':
      return 'cannot be seen on this target';
    case 'skipped':
      return 'is skipped now';
  }
}

export interface Sources {
  readonly keys: 'pressed' | 'in lines' | 'ended';
  readonly folders: readonly string[];
  readonly hasPage?: boolean;
}

/** What wakes the watch: "Press Enter to run again, q to stop; watching src." */
export function invitation({ keys, folders, hasPage = false }: Sources): string {
  const asked = {
    pressed: ['Press Enter to run again, a to run everything at once, q to stop'],
    'in lines': ['Write a line to run again, q to stop'],
    ended: [],
  }[keys];
  const watched = folders.length > 0 ? [`watching ${folders.join(', ')}`] : [];
  const idle = hasPage ? ['waiting for the page, Ctrl-C to stop'] : [];
  const text = (asked.length + watched.length > 0 ? [...asked, ...watched] : idle).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
