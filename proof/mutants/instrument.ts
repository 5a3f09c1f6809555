import { Instrumenter } from '@stryker-mutator/instrumenter';
import { isLeftOut, type Source } from './lines.ts';
import { type Mutant, singleBlanks } from './mutant.ts';

/** The names of Stryker's mutators, by what they do to a server. */
const NAMES: Readonly<Record<string, string>> = {
  ArithmeticOperator: 'constant',
  ArrayDeclaration: 'literal',
  ArrowFunction: 'statement',
  AssignmentOperator: 'constant',
  BlockStatement: 'statement',
  BooleanLiteral: 'negation',
  ConditionalExpression: 'branch',
  EqualityOperator: 'relational',
  LogicalOperator: 'logical',
  MethodExpression: 'call',
  ObjectLiteral: 'field',
  OptionalChaining: 'call',
  Regex: 'pattern',
  StringLiteral: 'literal',
  UnaryOperator: 'negation',
  UpdateOperator: 'constant',
};

/** In the environment of a server: the mutant that is active. */
export const ACTIVE = '__STRYKER_ACTIVE_MUTANT__';

const quiet = () => undefined;
const LOGGER = {
  ...{ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet },
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
};

export interface Instrumented {
  /** The source with every mutant in it. */
  readonly text: string;
  readonly mutants: readonly Mutant[];
}

export async function instrument({ stack, file, text }: Source): Promise<Instrumented> {
  const files = [{ name: file, content: text, mutate: true }];
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: written, mutants } = await new Instrumenter(LOGGER).instrument(files, options);
  const lines = text.split('\n');
  return {
    // All mutants at once confuse the compiler of TypeScript.
    text: `// @ts-nocheck\n${written[0]?.content ?? text}`,
    mutants: mutants.flatMap(({ id, location: { start, end }, mutatorName, replacement, status }) => {
      const changed = lines.slice(start.line, end.line + 1);
      if (status === 'Ignored' || (changed.length === 1 && changed.some(isLeftOut))) return [];
      const head = lines[start.line]?.slice(0, start.column) ?? '';
      const tail = lines[end.line]?.slice(end.column) ?? '';
      return {
        stack,
        file,
        operator: NAMES[mutatorName] ?? mutatorName,
        before: singleBlanks(changed.map(withoutComment).join('\n')),
        after: singleBlanks(withoutComment(`${head}${replacement}${tail}`)),
        active: id,
      };
    }),
  };
}

const withoutComment = (line: string) => line.replace(/(^|\s)\/\/ .*$/, '');
