import { codeOf, type Mutator, replace } from './edits.ts';

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

export const forceConditions: Mutator = ({ node }) => {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'DoWhileStatement':
    case 'WhileStatement':
      return replace(node.test, ...FORCED);
    default:
      return [];
  }
};

export const confuseOperators: Mutator = ({ node, source }) => {
  if (node.type === 'BinaryExpression' && ['in', 'instanceof'].includes(node.operator)) return replace(node, ...FORCED);
  if (node.type !== 'BinaryExpression' && node.type !== 'AssignmentExpression') return [];
  const { left, right, operator } = node;
  return (CONFUSED[operator] ?? []).flatMap((other) =>
    replace(node, `${codeOf(left, source)} ${other} ${codeOf(right, source)}`),
  );
};

export const halveLogic: Mutator = ({ node, source }) => {
  if (node.type !== 'LogicalExpression') return [];
  const left = codeOf(node.left, source);
  const right = codeOf(node.right, source);
  const swapped = { '&&': [`${left} || ${right}`], '||': [`${left} && ${right}`], '??': [] }[node.operator];
  return replace(node, left, right, ...swapped);
};

export const dropSigns: Mutator = ({ node, source }) =>
  node.type === 'UnaryExpression' && ['!', '-'].includes(node.operator)
    ? replace(node, codeOf(node.argument, source))
    : [];
