import { writeFileSync } from 'node:fs';
import { trustDocument } from './trust-document.ts';

writeFileSync('docs/trust.md', trustDocument());
