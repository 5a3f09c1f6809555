import type { Environment } from '../harness/settings/settings.ts';
import type { Output } from './io.ts';

/**
 * The runner of GitHub Actions obeys a log line that starts with `::`, after any white space, and one with `##[`
 * anywhere. Much of what is printed comes from servers and files.
 */
const COMMAND_START = /^((?:(?![\r\n])[\s\u0085])*):(?=:)/gm;
const OLD_COMMAND_START = /#(?=#\[)/g;

/** Breaks up both starts, so that a parser of the text still reads the same. */
const BREAKS = {
  words: { colon: ': ', hash: '# ' },
  json: { colon: ':', hash: '\\u0023' },
  xml: { colon: '&#58;', hash: '&#35;' },
} as const;

export type TextKind = keyof typeof BREAKS;

export function withoutCommands(text: string, kind: TextKind = 'words'): string {
  const { colon, hash } = BREAKS[kind];
  return text.replace(COMMAND_START, (_start, space: string) => `${space}${colon}`).replace(OLD_COMMAND_START, hash);
}

export function runsOnGithub({ GITHUB_ACTIONS }: Environment): boolean {
  return GITHUB_ACTIONS !== undefined && GITHUB_ACTIONS !== '';
}

export function guarded(output: Output): Output {
  return {
    write: (text, written) => output.write(withoutCommands(text), written),
    ...(output.isTTY !== undefined && { isTTY: output.isTTY }),
    ...(output.columns !== undefined && { columns: output.columns }),
  };
}
