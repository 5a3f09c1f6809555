import { describe, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    shape: readonly number[];
  }
}

/** As many tests as the suite has, stage by stage, that do nothing: what the runner itself costs. */
for (const [stage, count] of inject('shape').entries()) {
  describe(`stage ${stage}`, () => {
    for (let number = 1; number <= count; number += 1) test.concurrent(`test ${number}`, async () => undefined);
  });
}
