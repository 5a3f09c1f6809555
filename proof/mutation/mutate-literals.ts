import { codeOf, type Mutator, type Place, replace } from './edits.ts';
import { changedPatterns } from './mutate-patterns.ts';

export const changeLiterals: Mutator = (place) => {
  const { node } = place;
  if (node.type !== 'Literal' || isName(place)) return [];
  if ('regex' in node) return replace(node, ...changedPatterns(node.regex));
  if ('bigint' in node) return replace(node, ...neighbours(BigInt(node.bigint)).map((value) => `${value}n`));
  switch (typeof node.value) {
    case 'string':
      return replace(node, node.value === '' ? "'mutated'" : "''");
    case 'number':
      return replace(node, ...neighbours(BigInt(node.value)).map(String));
    case 'boolean':
      return replace(node, String(!node.value));
    default:
      return [];
  }
};

/** Every piece of fixed text, left out in turn. */
export const shortenTemplates: Mutator = ({ node, source }) => {
  if (node.type !== 'TemplateLiteral') return [];
  const texts = node.quasis.map(({ value }) => value.raw);
  const holes = [...node.expressions.map((expression) => `\${${codeOf(expression, source)}}`), ''];
  const without = (left: number) => texts.map((text, index) => `${index === left ? '' : text}${holes[index]}`).join('');
  return texts.flatMap((text, index) => (text === '' ? [] : replace(node, `\`${without(index)}\``)));
};

/** Literals that name a module or a member say nothing of their own: a member is dropped as a whole elsewhere. */
function isName({ node, parent }: Place): boolean {
  return parent?.type === 'ImportDeclaration' || (parent?.type === 'Property' && parent.key === node);
}

function neighbours(value: bigint): readonly bigint[] {
  return [value + 1n, value - 1n];
}
