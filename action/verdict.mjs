// Prints the verdict of a report, and the requirements that are unobservable on the target. A verdict on a subset of the requirements reads differently, so that a condition such as
// `verdict == 'conforming'` does not accept it.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { subsetOf } from '../dist/reporters/subset.js';

const report = JSON.parse(readFileSync(argv[2] ?? '', 'utf8'));
const subset = subsetOf(report);
const unobservable = report.results.filter(({ outcome }) => outcome === 'unobservable').map(({ id }) => id);
console.log(subset ? `${report.verdict} (${subset.selected} of ${subset.total} requirements)` : report.verdict);
console.log(unobservable.join(','));
