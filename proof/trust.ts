import { writeFileSync } from 'node:fs';
import { readEvidence } from './evidence.ts';
import { trustDocument } from './trust-document.ts';

writeFileSync('docs/trust.md', trustDocument(readEvidence()));
