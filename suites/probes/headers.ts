import type { Value } from './covering.ts';

export interface HeadersValue extends Value {
  readonly accept: string | null;
  /** As HTTP/2 and many clients write the names of headers. */
  readonly isLowerCase?: true;
}

export const HEADERS: readonly HeadersValue[] = [
  { label: 'Accept: application/json', accept: 'application/json' },
  { label: 'Accept: */*', accept: '*/*' },
  { label: 'no Accept header', accept: null },
  { label: 'header names in lower case', accept: 'application/json', isLowerCase: true },
];

/** Every second one is the plain one. */
export function headersAt(index: number): HeadersValue {
  return HEADERS[[0, 1, 0, 2, 0, 3][index % 6] ?? 0] as HeadersValue;
}
