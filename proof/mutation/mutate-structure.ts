import { codeOf, type Mutator, replace } from './edits.ts';

/** Methods whose call can be left out, so that their object takes the place of their result. */
const DROPPABLE = ['filter', 'map', 'slice', 'sort', 'replace', 'replaceAll', 'split', 'toLowerCase', 'toString'];
const CONFUSED_METHODS: Readonly<Record<string, string>> = { startsWith: 'endsWith', endsWith: 'startsWith' };

export const removeStatements: Mutator = ({ node }) => {
  switch (node.type) {
    case 'ExpressionStatement':
    case 'ThrowStatement':
    case 'ForOfStatement':
      return replace(node, '{}');
    case 'SwitchCase':
      return replace(node, '');
    default:
      return [];
  }
};

export const emptyReturns: Mutator = ({ node }) => {
  if (node.type === 'ReturnStatement' && node.argument) return replace(node.argument, 'undefined');
  const isShort = node.type === 'ArrowFunctionExpression' && node.body && node.body.type !== 'BlockStatement';
  return isShort ? replace(node.body, 'undefined') : [];
};

export const dropCalls: Mutator = ({ node, source }) => {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return [];
  const { object, property } = node.callee;
  if (property.type !== 'Identifier') return [];
  const other = CONFUSED_METHODS[property.name];
  if (other !== undefined) return replace(property, other);
  return DROPPABLE.includes(property.name) ? replace(node, codeOf(object, source)) : [];
};

/** A spread of nothing stands in for what is dropped: it fits wherever a member or an element does. */
export const dropParts: Mutator = ({ node, parent }) => {
  if (parent?.type === 'ObjectExpression') return replace(node, '...{}');
  if (parent?.type === 'ArrayExpression') return replace(node, '...[]');
  return [];
};

export const insistOnChains: Mutator = ({ node, source }) => {
  if (node.type !== 'MemberExpression' || !node.optional) return [];
  const member = codeOf({ start: node.object.end, end: node.end }, source);
  return replace(node, `${codeOf(node.object, source)}${member.replace('?.', node.computed ? '' : '.')}`);
};
