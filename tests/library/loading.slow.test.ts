import { expect, test } from 'vitest';
import { runProgram } from '../run-program.ts';

/** Loads everything that a run needs; the target is not there. */
const PROGRAM = `
  import { register } from 'node:module';
  const hook = \`export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    if (resolved.url.includes('/node_modules/vitest/')) throw new Error('vitest is loaded');
    return resolved;
  }\`;
  register('data:text/javascript,' + encodeURIComponent(hook));
  const { run } = await import('petstore-conformance');
  console.log((await run({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' })).verdict);
  await import('vitest').catch((error) => console.log(error.message));
`;

test('the library never loads vitest, so that it neither costs time nor meets the one of the caller', async () => {
  const { output } = await runProgram(process.execPath, ['--input-type=module', '--eval', PROGRAM], process.cwd());
  expect(output).toBe('untested\nvitest is loaded\n');
});
