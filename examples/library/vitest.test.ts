// vitest run vitest.test.ts
import { conformance } from 'petstore-conformance/vitest';
import { afterAll } from 'vitest';
import { startPetStore } from './pet-store.mjs';

const apiKey = 'only-for-this-test';
const store = await startPetStore(apiKey);
afterAll(() => store.close());

// One test for each requirement, and one for the verdict. A failure shows what was expected, what came back and a curl
// line; what could not be decided is skipped with its reason.
// This store accepts pets of two categories only, so no others are sent.
conformance({ baseUrl: store.baseUrl, apiKey, categoryIds: ['1', '2'] });
