// Prints the verdict of a report, and the requirements that are unobservable on the target. A verdict that rests on
// some of the requirements reads differently, so that a condition such as `verdict == 'conforming'` does not accept it.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import { basisOf } from '../dist/reporters/verdict.js';

const report = JSON.parse(readFileSync(argv[2] ?? '', 'utf8'));
const basis = basisOf(report);
const unobservable = report.results.filter(({ outcome }) => outcome === 'unobservable').map(({ id }) => id);
console.log(basis ? `${report.verdict} (${basis.checked} of ${basis.total} requirements)` : report.verdict);
console.log(unobservable.join(','));
