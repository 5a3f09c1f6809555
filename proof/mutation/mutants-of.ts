import { parseSync } from 'rolldown/utils';
import type { Edit, Mutator, Node, Place } from './edits.ts';
import { keyOf, type Mutant } from './mutant.ts';
import { confuseOperators, dropSigns, forceConditions, halveLogic } from './mutate-conditions.ts';
import { changeLiterals, shortenTemplates } from './mutate-literals.ts';
import { dropCalls, dropParts, emptyReturns, insistOnChains, removeStatements } from './mutate-structure.ts';

const MUTATORS: readonly Mutator[] = [
  forceConditions,
  confuseOperators,
  halveLogic,
  dropSigns,
  changeLiterals,
  shortenTemplates,
  removeStatements,
  emptyReturns,
  dropCalls,
  dropParts,
  insistOnChains,
];

/** Syntax of TypeScript that holds an expression; every other of its nodes is gone before the program runs. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const places = placesIn(parseSync(file, source).program, undefined, source);
  const edits = places.flatMap((place) => MUTATORS.flatMap((mutate) => mutate(place)));
  const mutants = edits
    .map((edit) => mutantBy(edit, file, source))
    .filter((mutant) => mutant.source !== source && isProgram(file, mutant.source));
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

function isProgram(file: string, source: string): boolean {
  return parseSync(file, source).errors.length === 0;
}
