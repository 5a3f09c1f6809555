import type { ESTree } from 'rolldown/utils';

export type Node = ESTree.Node;
type Span = Pick<Node, 'start' | 'end'>;

/** A stretch of source and what is to stand in its place. */
export interface Edit extends Span {
  readonly text: string;
}

export interface Place {
  readonly node: Node;
  readonly parent: Node | undefined;
  readonly source: string;
}

/** What each operator is confused with: its boundary, its opposite, its neighbour. */
const CONFUSED: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

const FORCED = ['true', 'false'];

/** Methods whose call can be left out, so that their object takes the place of their result. */
const DROPPABLE = ['filter', 'map', 'slice', 'sort', 'replace', 'replaceAll', 'split', 'toLowerCase', 'toString'];
const CONFUSED_METHODS: Readonly<Record<string, string>> = { startsWith: 'endsWith', endsWith: 'startsWith' };

/** Every way to get a node slightly wrong, one thing at a time. */
export function editsAt(place: Place): readonly Edit[] {
  return [...changesAt(place), ...dropsAt(place)];
}

function changesAt({ node, parent, source }: Place): readonly Edit[] {
  const codeOf = ({ start, end }: Span) => source.slice(start, end);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'DoWhileStatement':
    case 'WhileStatement':
      return replace(node.test, ...FORCED);
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      const { left, right, operator } = node;
      if (operator === 'in' || operator === 'instanceof') return replace(node, ...FORCED);
      const others = CONFUSED[operator] ?? [];
      return replace(node, ...others.map((other) => `${codeOf(left)} ${other} ${codeOf(right)}`));
    }
    case 'LogicalExpression': {
      const [left, right] = [codeOf(node.left), codeOf(node.right)];
      const swapped = { '&&': [`${left} || ${right}`], '||': [`${left} && ${right}`], '??': [] }[node.operator];
      return replace(node, left, right, ...swapped);
    }
    case 'UnaryExpression':
      return ['!', '-'].includes(node.operator) ? replace(node, codeOf(node.argument)) : [];
    case 'Literal': {
      // One that names a module or a member says nothing of its own: a member is dropped as a whole elsewhere.
      const isName = parent?.type === 'ImportDeclaration' || (parent?.type === 'Property' && parent.key === node);
      return isName ? [] : replace(node, ...changedLiterals(node));
    }
    case 'TemplateLiteral': {
      const texts = node.quasis.map(({ value }) => value.raw);
      const holes = [...node.expressions.map((expression) => `\${${codeOf(expression)}}`), ''];
      const without = (left: number) => texts.map((text, index) => `${index === left ? '' : text}${holes[index]}`);
      return texts.flatMap((text, index) => (text === '' ? [] : replace(node, `\`${without(index).join('')}\``)));
    }
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ForOfStatement':
      return replace(node, '{}');
    case 'SwitchCase':
      return replace(node, '');
    case 'ReturnStatement':
      return node.argument ? replace(node.argument, 'undefined') : [];
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : replace(node.body, 'undefined');
    case 'CallExpression': {
      if (node.callee.type !== 'MemberExpression' || node.callee.computed) return [];
      const { object, property } = node.callee;
      if (property.type !== 'Identifier') return [];
      const other = CONFUSED_METHODS[property.name];
      if (other !== undefined) return replace(property, other);
      return DROPPABLE.includes(property.name) ? replace(node, codeOf(object)) : [];
    }
    case 'MemberExpression': {
      if (!node.optional) return [];
      const member = codeOf({ start: node.object.end, end: node.end });
      return replace(node, `${codeOf(node.object)}${member.replace('?.', node.computed ? '' : '.')}`);
    }
    default:
      return [];
  }
}

/** A spread of nothing stands in for what is dropped: it fits wherever a member or an element does. */
function dropsAt({ node, parent }: Place): readonly Edit[] {
  if (parent?.type === 'ObjectExpression') return replace(node, '...{}');
  return parent?.type === 'ArrayExpression' ? replace(node, '...[]') : [];
}

function replace({ start, end }: Span, ...texts: readonly string[]): readonly Edit[] {
  return texts.map((text) => ({ start, end, text }));
}

function changedLiterals(node: Extract<Node, { readonly type: 'Literal' }>): readonly string[] {
  if ('regex' in node) return changedPatterns(node.regex);
  if ('bigint' in node) return neighbours(BigInt(node.bigint)).map((value) => `${value}n`);
  switch (typeof node.value) {
    case 'string':
      return [node.value === '' ? "'mutated'" : "''"];
    case 'number':
      return neighbours(BigInt(node.value)).map(String);
    case 'boolean':
      return [String(!node.value)];
    default:
      return [];
  }
}

function neighbours(value: bigint): readonly bigint[] {
  return [value + 1n, value - 1n];
}

/** Escapes and classes are one token each, so that what stands inside them is not taken for an anchor or a quantifier. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?[:=!]|[\^$+*?]/g;

/** Anchors, quantifiers, classes and flags of a regular expression. */
function changedPatterns({ pattern, flags }: { readonly pattern: string; readonly flags: string }) {
  const inside = [...pattern.matchAll(TOKEN)].flatMap(({ 0: token, index }) =>
    changedTokens(token).map(
      (changed) => `/${pattern.slice(0, index)}${changed}${pattern.slice(index + token.length)}/${flags}`,
    ),
  );
  const fewerFlags = [...flags].map((flag) => `/${pattern}/${flags.replace(flag, '')}`);
  return [...inside, ...fewerFlags];
}

function changedTokens(token: string): readonly string[] {
  if (/^\\[dswb]$/.test(token)) return [token.toUpperCase()];
  if (/^\\[DSWB]$/.test(token)) return [token.toLowerCase()];
  if (token.startsWith('[^')) return [`[${token.slice(2)}`];
  if (token.startsWith('[')) return [`[^${token.slice(1)}`];
  if (token === '*') return ['', '+'];
  return ['^', '$', '+', '?'].includes(token) ? [''] : [];
}
