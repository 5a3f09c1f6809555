import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CREDENTIALS } from '../../suites/inputs/credentials.ts';
import { KeyRestorer } from '../../suites/inputs/restore-key.ts';
import { valueIn } from '../../suites/inputs/value.ts';

const KEY = 'aZ09-k._~+/=x5Qz';
const SEEDS = Array.from({ length: 40 }, (_, at) => at + 1);

const tokenOf = (id: string, key: string, seed: number) => valueIn(CREDENTIALS, id).make(key, seed).headers[0]?.[1];
const shownOf = (id: string, key: string, seed: number) => valueIn(CREDENTIALS, id).make(key, seed).shown;

describe('the key with one other character', () => {
  test.each([
    ['other-digit', 'a1b2', ['Bearer a7b2', 'Bearer a1b7']],
    ['other-digit', '77', ['Bearer 87', 'Bearer 78']],
    ['other-letter', '-B1x', ['Bearer -x1x', 'Bearer -B1y']],
    ['other-character', '-x', ['Bearer xx', 'Bearer -y']],
  ])('%s of %s is at a place that the seed chooses', (id, key, expected) => {
    expect(new Set(SEEDS.map((seed) => tokenOf(id, key, seed)))).toEqual(new Set(expected));
  });

  test('is the key where it has none of the kind, so that it is not sent', () => {
    expect(tokenOf('other-digit', 'no-digit', 1)).toBe('Bearer no-digit');
  });
});

const MADE = SEEDS.slice(0, 20).flatMap((seed) =>
  CREDENTIALS.values.flatMap(({ id }) => {
    const shown = shownOf(id, KEY, seed);
    return shown ? [{ id, seed, ...shown }] : [];
  }),
);

describe('what is made from the key', () => {
  test('is shown as a command that makes it', () => {
    const script = MADE.map(({ shell }) => `printf '%s\\n' "${shell}"`).join('\n');
    const made = execFileSync('bash', ['-c', script], { env: { ...process.env, PETSTORE_API_KEY: KEY } });
    const texts = MADE.map(({ text }) => Buffer.from(text, 'latin1').toString('hex'));
    expect(made.toString('hex').replace(/0a$/, '').split('0a')).toEqual(texts);
  });

  test('is put back into a recording, and stays wrong there', () => {
    const [own, other] = [new KeyRestorer(KEY), new KeyRestorer('7')];
    for (const { text, shell } of MADE) {
      expect(own.text(`Bearer ${shell}`)).toBe(`Bearer ${text}`);
      expect(other.text(shell)).not.toBe('7');
    }
  });
});
