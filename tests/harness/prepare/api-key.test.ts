import { describe, expect, test } from 'vitest';
import { askKeyCommand } from '../../../harness/engine/prepare/api-key.ts';
import { parseCommand } from '../../../harness/settings/parsers.ts';

const node = (script: string) => [process.execPath, '-e', script];

describe('the words of a command', () => {
  test.each([
    ['vault kv get -field=key secret/pets', ['vault', 'kv', 'get', '-field=key', 'secret/pets']],
    ['  pass   pets ', ['pass', 'pets']],
    ['C:\\tools\\key.exe %PETS%', ['C:\\tools\\key.exe', '%PETS%']],
    ['["sh", "-c", "echo \\"$KEY\\" | tr a b"]', ['sh', '-c', 'echo "$KEY" | tr a b']],
    [' ["pass"]', ['pass']],
  ])('%s', (text, words) => {
    expect(parseCommand(text, 'It')).toEqual(words);
  });

  test.each([' ', 'pass "my pets"', "pass 'pets'", 'pass $KEY', 'pass | head', 'a && b', 'a; b', 'a > b', '`a`'])(
    'are refused without being quoted: %j',
    (text) => {
      expect(() => parseCommand(text, 'It')).toThrow(/^It (is empty: give|has quotes .* write a JSON array)/);
      expect(() => parseCommand(`hush ${text}|`, 'It')).not.toThrow(/hush/);
    },
  );

  test.each(['[]', '[""]', '[1]', '["a", 1]', '[a]', '["a"'])('are no list in %s', (text) => {
    expect(() => parseCommand(text, 'It')).toThrow('It is not a list of words: write a JSON array, such as');
  });
});

describe('a command that prints the key', () => {
  test.each(['hush-hush', 'hush-hush\n', 'hush-hush\r\n'])('%j', async (text) => {
    expect(await askKeyCommand(node(`process.stdout.write(${JSON.stringify(text)})`))).toBe('hush-hush');
  });

  test('gets no input, and its errors are not shown', async () => {
    const script = 'process.stdin.on("end", () => console.log("hush-hush")).resume(); console.error("why")';
    expect(await askKeyCommand(node(script))).toBe('hush-hush');
  });

  test.each<[what: string, command: readonly string[], sentence: RegExp]>([
    ['that is no program', ['./no-such-program'], /cannot be started \(ENOENT\): its first word must be a program/],
    ['with a zero byte', ['a\0b'], /cannot be started \(ERR_INVALID_ARG_VALUE\)/],
    ['that fails', node('console.log("hush-hush"); process.exit(7)'), /ends with exit code 7: run it by itself/],
    ['that is killed', node('process.kill(process.pid, "SIGKILL")'), /was ended by a signal/],
    ['of two lines', node('console.log("hush\\nhush")'), /prints more than one line/],
    ['of too much', node('console.log("hush".repeat(50_000))'), /prints too much/],
    ['of nothing', node(''), /^The API key that --api-key-command prints is empty/],
    ['with the scheme', node('console.log("Bearer hush")'), /prints starts with the word Bearer/],
    ['of another alphabet', node('console.log("hüsh")'), /has characters that a header cannot have/],
  ])('%s is reported without what it prints', async (_what, command, sentence) => {
    const refused = expect(askKeyCommand(command)).rejects;
    await refused.toThrow(sentence);
    await refused.not.toThrow(/hush|hüsh/);
  });

  test('is ended when it takes too long', async () => {
    const asked = askKeyCommand(node('setInterval(() => undefined, 1000)'), { longestMs: 300 });
    await expect(asked).rejects.toThrow('The command of --api-key-command has not ended after 0.3 s: run it by itself');
  });
});
