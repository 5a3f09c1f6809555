import { readFileSync, writeFileSync } from 'node:fs';
import { faults } from '../reference/faults/index.ts';
import { variants } from '../reference/variants/index.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { MutationResult } from './mutation/result.ts';
import { trustDocument } from './trust-document.ts';

/** Writes docs/trust.md anew; run from the project's root. */
const mutation = JSON.parse(readFileSync('proof/mutation/result.json', 'utf8')) as MutationResult;
writeFileSync('docs/trust.md', trustDocument({ requirements: catalogue, faults, variants, mutation }));
