import { plainFirst, type Table, type Value, valueIn } from './value.ts';

export interface HeadersValue extends Value {
  readonly accept: string | null;
  /** As HTTP/2 and many clients write the names of headers. */
  readonly isLowerCase?: true;
}

export const HEADERS: Table<HeadersValue> = plainFirst(
  'headers',
  ['body.content-type'],
  [
    { id: 'accept-json', label: 'Accept: application/json', accept: 'application/json' },
    { id: 'accept-any', label: 'Accept: */*', accept: '*/*' },
    { id: 'no-accept', label: 'no Accept header', accept: null },
    { id: 'lower-case', label: 'header names in lower case', accept: 'application/json', isLowerCase: true },
  ],
);

const TURNS = ['accept-json', 'accept-any', 'accept-json', 'no-accept', 'accept-json', 'lower-case'];

/** Every second one is the plain one. */
export function headersAt(index: number): HeadersValue {
  return valueIn(HEADERS, TURNS[index % TURNS.length] ?? '');
}

export interface ConnectionValue extends Value {
  readonly connection?: 'new' | 'reused';
}

export const CONNECTIONS: Table<ConnectionValue> = plainFirst(
  'connection',
  ['auth.invalid-key'],
  [
    { id: 'any', label: 'on any connection' },
    { id: 'new', label: 'on a new connection', connection: 'new' },
    { id: 'reused', label: 'on a connection that carried the right key', connection: 'reused' },
  ],
);
