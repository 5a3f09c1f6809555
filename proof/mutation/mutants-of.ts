import { parseSync } from 'rolldown/utils';
import { type Edit, editsAt, type Node, type Place } from './edits.ts';
import { keyOf, type Mutant } from './mutant.ts';

/** Syntax of TypeScript that holds an expression; every other of its nodes is gone before the program runs. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const mutants = placesIn(parseSync(file, source).program, undefined, source)
    .flatMap(editsAt)
    .map((edit) => mutantBy(edit, file, source))
    .filter((mutant) => mutant.source !== source && parseSync(file, mutant.source).errors.length === 0);
  const distinct = new Map(mutants.map((mutant) => [`${mutant.line} ${keyOf(mutant)}`, mutant]));
  return [...distinct.values()].sort((left, right) => left.line - right.line);
}

function placesIn(node: Node, parent: Node | undefined, source: string): readonly Place[] {
  if (node.type.startsWith('TS') && !TYPED_EXPRESSIONS.includes(node.type)) return [];
  const children = Object.values(node).flat().filter(isNode);
  return [{ node, parent, source }, ...children.flatMap((child) => placesIn(child, node, source))];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function mutantBy({ start, end, text }: Edit, file: string, source: string): Mutant {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = source.indexOf('\n', end);
  const to = nextBreak === -1 ? source.length : nextBreak;
  const mutated = source.slice(from, start) + text + source.slice(end, to);
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    original: unindented(source.slice(from, to)),
    mutated: unindented(mutated),
    source: source.slice(0, from) + mutated + source.slice(to),
  };
}

function unindented(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}
