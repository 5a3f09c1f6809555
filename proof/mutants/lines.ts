import { type Mutant, singleBlanks } from './mutant.ts';
import { type Operator, operatorsFor, type Syntax } from './operators.ts';

/** A part of a server that is mutated. */
export interface Source {
  readonly stack: string;
  readonly file: string;
  readonly syntax: Syntax;
  readonly text: string;
}

/**
 * Lines that are not about requests and answers: imports, the choice of a naive version, the start of the process, and
 * what it logs.
 */
const LEFT_OUT =
  /naive|^\s*(?:import|from|use|package|require)\b|environ|getenv|process\.env|console\.error|log\.(?:Print|Fatal)|listen\(|\bPORT\b|ListenAndServe|setHost|setPort/i;

const COMMENT: Readonly<Record<Syntax, RegExp>> = {
  js: /^\s*(?:\/\/|\/?\*)|\s\/\/\s.*$/,
  python: /^\s*(?:#|""")|\s#\s.*$/,
  go: /^\s*\/\/|\s\/\/\s.*$/,
  php: /^\s*(?:\/\/|\/\*)|\s\/\/\s.*$/,
  ruby: /^\s*#|\s#\s.*$/,
  java: /^\s*(?:\/\/|\/?\*)|\s\/\/\s.*$/,
};

export const isLeftOut = (text: string) => LEFT_OUT.test(text);

export function mutantsOfLines({ stack, file, syntax, text }: Source): readonly Mutant[] {
  const lines = text.split('\n');
  return lines.flatMap((whole, index) => {
    const comment = COMMENT[syntax].exec(whole);
    const end = comment?.index ?? whole.length;
    const source = whole.slice(0, end);
    if (source.trim() === '' || isLeftOut(source)) return [];
    return operatorsFor(syntax).flatMap((operator) =>
      changesOf(source, operator).map((changed) => ({
        stack,
        file,
        operator: operator.name,
        before: singleBlanks(source),
        after: singleBlanks(changed),
        text: lines.with(index, `${changed}${whole.slice(end)}`).join('\n'),
      })),
    );
  });
}

/** The line with each of its changes. */
export function changesOf(line: string, { pattern, replacements, place }: Operator): readonly string[] {
  if (place === 'line') return replacements.map((one) => line.replace(pattern, one)).filter((one) => one !== line);
  const texts = textsIn(line);
  const isInText = (index: number) => texts.some(([from, to]) => from <= index && index < to);
  return [...line.matchAll(pattern)].flatMap(({ 0: found, 1: first = '', 2: second = '', index }) => {
    if (isInText(index) !== (place === 'text')) return [];
    return replacements.map((replacement) => {
      const changed = replacement.replaceAll('$1', () => first).replaceAll('$2', () => second);
      return `${line.slice(0, index)}${changed}${line.slice(index + found.length)}`;
    });
  });
}

/** From behind each opening quotation mark to the closing one. */
function textsIn(line: string): readonly (readonly [from: number, to: number])[] {
  return [...line.matchAll(/(["'`])((?:[^\\]|\\.)*?)\1/g)].map(({ index, 2: inside = '' }) => [
    index + 1,
    index + 1 + inside.length,
  ]);
}
