/** The same fields, where those that may be undefined may be absent instead. */
export type Defined<T> = {
  readonly [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  readonly [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Without the fields that are undefined: JSON and comparisons have only what is there. */
export function defined<const T extends object>(fields: T): Defined<T> {
  const there: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) there[name] = value;
  return there as Defined<T>;
}

export function unlessEmpty<T>(all: readonly T[]): readonly T[] | undefined {
  return all.length > 0 ? all : undefined;
}
