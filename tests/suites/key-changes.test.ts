import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { changesOfLength, changesOfRun } from '../../suites/inputs/key-changes.ts';
import { KeyRestorer } from '../../suites/inputs/restore-key.ts';

const KEY = 'aZ09-k._~+/=x5Qz';
const textsOf = (changes: ReturnType<typeof changesOfRun>) => changes.map(({ make }) => make(KEY).shown?.text ?? '');
const dayAfter = (days: number) => new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10);

describe('a key with one character changed', () => {
  test('has another one of its kind, a letter in the other case, or lacks what is not a letter', () => {
    const all = changesOfRun('aZ9-', dayAfter(0), true).map(({ make }) => make('aZ9-').shown?.text);
    expect(all).toEqual(['bZ9-', 'AZ9-', 'aA9-', 'az9-', 'aZ0-', 'aZ-', 'aZ9.', 'aZ9']);
  });

  test('is never the key', () => {
    expect(textsOf(changesOfRun(KEY, dayAfter(0), true))).not.toContain(KEY);
  });

  test.each([KEY, KEY.repeat(8)])('has every change within some nights, and both ends in each', (key) => {
    const all = changesOfRun(key, dayAfter(0), true).length;
    const days = Math.max(7, Math.ceil(all / 12));
    const nights = Array.from({ length: days }, (_, day) => changesOfRun(key, dayAfter(day), false));
    expect(new Set(nights.flat().map(({ id }) => id)).size).toBe(all);
    for (const night of nights) {
      const ids = night.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['other-of-its-kind-0', `other-of-its-kind-${key.length - 1}`]));
      expect(night.length).toBeLessThanOrEqual(18);
    }
  });

  test('is shown as a command that makes it, and says nothing about the key', () => {
    const changes = changesOfRun(KEY, dayAfter(0), true);
    const shown = changes.map(({ make }) => make(KEY).shown?.shell ?? '');
    const others = changes.map(({ make }) => make('0'.repeat(KEY.length)).shown?.shell);
    expect(shown).toEqual(others);
    const script = shown.map((shell) => `printf '%s\\n' "${shell}"`).join('\n');
    const made = execFileSync('bash', ['-c', script], { env: { ...process.env, PETSTORE_API_KEY: KEY } });
    expect(made.toString().trimEnd().split('\n')).toEqual(textsOf(changes));
  });

  test('stays wrong where the key of a recording has another character', () => {
    const restorer = new KeyRestorer('0000');
    const shells = changesOfRun('aaaa', dayAfter(0), true).map(({ make }) => make('aaaa').shown?.shell ?? '');
    expect(shells.map((shell) => restorer.text(shell))).not.toContain('0000');
  });

  test('is put back into a recording', () => {
    const restorer = new KeyRestorer(KEY);
    expect(changesOfLength(KEY.length).length).toBe(3 * KEY.length);
    for (const { make } of changesOfRun(KEY, dayAfter(0), true)) {
      const { shown } = make(KEY);
      expect(restorer.text(`Bearer ${shown?.shell}`)).toBe(`Bearer ${shown?.text}`);
    }
  });
});
