import { readFileSync, writeFileSync } from 'node:fs';
import { faults } from '../reference/faults/index.ts';
import { variants } from '../reference/variants/index.ts';
import { catalogue } from '../suites/catalogue.ts';
import { readExplanations } from './mutation/explanations.ts';
import { type MutationSummary, SUMMARY_FILE } from './mutation/result.ts';
import { trustDocument } from './trust-document.ts';

/** Writes docs/trust.md anew; run from the project's root. */
const mutation = JSON.parse(readFileSync(SUMMARY_FILE, 'utf8')) as MutationSummary;
const explanations = readExplanations('.');
writeFileSync('docs/trust.md', trustDocument({ requirements: catalogue, faults, variants, mutation, explanations }));
