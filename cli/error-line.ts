import { cutInTheMiddle } from '../harness/report/cut-body.ts';
import { visible } from '../reporters/escape-controls.ts';

const LONGEST = 1_000;

/** A message as one line that a terminal only shows: it may quote a file or an address of any length and content. */
export function errorLine(message: string): string {
  return cutInTheMiddle(visible(message).replaceAll('\n', '\\n'), LONGEST);
}
