/** The compiled file in which every requirement is a test. */
export const ENTRY = new URL('../../suites/vitest-entry.js', import.meta.url);
