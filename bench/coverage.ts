import { writeFileSync } from 'node:fs';
import { coveragePage } from './coverage-page.ts';

writeFileSync('docs/coverage.md', coveragePage());
