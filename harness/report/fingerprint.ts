import { createHash } from 'node:crypto';
import type { Exchange } from './model.ts';

const LENGTH = 12;

/**
 * What stays the same of a violation from run to run: which requirement, how it was answered, and what was expected and
 * found, without the names, numbers and bodies that every run chooses anew.
 */
export function fingerprintOf(id: string, expected: string, actual: string, decisive: Exchange | undefined): string {
  const answer = decisive?.response?.status ?? decisive?.failure?.kind ?? 'none';
  const parts = [id, decisive?.operation ?? 'none', answer, shapeOf(expected), shapeOf(actual)];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, LENGTH);
}

function shapeOf(text: string): string {
  return text
    .replace(/"(?:[^"\\]|\\.)*"/g, '"')
    .replace(/\{.*\}|\[.*\]/gs, '{}')
    .replace(/-?\d+(\.\d+)?/g, '0');
}
