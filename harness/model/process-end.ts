import type { ProcessEnd } from './report.ts';

/** "ended with exit code 2" */
export function endInWords({ exitCode, signal }: Pick<ProcessEnd, 'exitCode' | 'signal'>): string {
  return signal === undefined ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
}
