import type { ESTree } from 'rolldown/utils';

export type Node = ESTree.Node;

/** A stretch of source and what is to stand in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Place {
  readonly node: Node;
  readonly parent: Node | undefined;
  readonly source: string;
}

export type Mutator = (place: Place) => readonly Edit[];

export function replace({ start, end }: Pick<Node, 'start' | 'end'>, ...texts: readonly string[]): readonly Edit[] {
  return texts.map((text) => ({ start, end, text }));
}

export function codeOf({ start, end }: Pick<Node, 'start' | 'end'>, source: string): string {
  return source.slice(start, end);
}
