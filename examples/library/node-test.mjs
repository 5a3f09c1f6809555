// node --test node-test.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { render, run } from 'petstore-conformance';
import { startPetStore } from './pet-store.mjs';

test('the pet store conforms', async () => {
  const apiKey = 'only-for-this-test';
  const store = await startPetStore(apiKey);
  try {
    // This store accepts pets of two categories only, so no others are sent.
    const report = await run({ baseUrl: store.baseUrl, apiKey, categoryIds: ['1', '2'] });
    assert.equal(report.exitCode, 0, render(report, 'terminal'));
  } finally {
    await store.close();
  }
});
