import { expect, test } from 'vitest';
import { silenceLimitMs } from '../../../harness/vitest/watchdog.ts';
import { settingsFor } from '../../support.ts';

const MINUTE = 60_000;
const withSettings = (changes: Parameters<typeof settingsFor>[1]) =>
  silenceLimitMs(settingsFor('http://127.0.0.1:9/v1', { consistencyWindowMs: 2_000, ...changes }));

test('a run that is not slowed down shows a sign of life within minutes', () => {
  expect(withSettings({})).toBe(3.5 * MINUTE);
});

test('one that is slowed down is not called hung while it sends what it has to', () => {
  expect(withSettings({ maxRps: 1 })).toBeGreaterThanOrEqual(10 * MINUTE);
  expect(withSettings({ maxRps: 0.1 })).toBeGreaterThanOrEqual(100 * MINUTE);
  expect(withSettings({ maxRps: 1, runs: 1000 })).toBeGreaterThanOrEqual(600 * MINUTE);
  expect(withSettings({ maxRps: 10_000 })).toBeLessThan(4 * MINUTE);
});

test('nor while every bad credential waits for its turn', () => {
  expect(withSettings({ badCredentialPauseMs: 30_000, maxBadCredentials: 80 })).toBeGreaterThanOrEqual(40 * MINUTE);
  expect(withSettings({ badCredentialPauseMs: 30_000, maxBadCredentials: 0 })).toBe(3.5 * MINUTE);
});
