// A checkout may contain symbolic links, through which a report or the ledger would replace a file elsewhere. Fails if
// a file that the run is about to write lies behind one.
import { lstatSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { cwd, env, exit } from 'node:process';

const reports = (env.PETSTORE_REPORTERS ?? '')
  .split(',')
  .map((reporter) => reporter.trim().split('=').slice(1).join('='));
const files = [...reports, env.PETSTORE_LEDGER ?? ''].filter((file) => file !== '');

for (const file of files) {
  const path = relative(cwd(), resolve(file));
  // Only the checkout is of uncertain origin.
  if (path.startsWith('..') || isAbsolute(path)) continue;
  const steps = path.split(sep).map((_, index, all) => join(...all.slice(0, index + 1)));
  const link = steps.find((step) => lstatSync(step, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link === undefined) continue;
  const where = link.replace(/[\p{Cc}:%]/gu, '_');
  console.log(`::error title=petstore-conformance::${where} is a symbolic link, and nothing is written through one.`);
  exit(2);
}
