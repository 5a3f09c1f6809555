import { type Table, tableOf, type Value } from './value.ts';

export interface HeadersValue extends Value {
  readonly accept: string | null;
  /** As HTTP/2 and many clients write the names of headers. */
  readonly isLowerCase?: true;
}

export const HEADERS: Table<HeadersValue> = tableOf(
  'headers',
  [
    { id: 'accept-json', label: 'Accept: application/json', accept: 'application/json' },
    { id: 'accept-any', label: 'Accept: */*', accept: '*/*' },
    { id: 'no-accept', label: 'no Accept header', accept: null },
    { id: 'lower-case', label: 'header names in lower case', accept: 'application/json', isLowerCase: true },
  ],
  'accept-json',
);

const TURNS = ['accept-json', 'accept-any', 'accept-json', 'no-accept', 'accept-json', 'lower-case'];

/** The id of the headers that take their turn. Every second one is plain. */
export function headersAt(index: number): string {
  return TURNS[index % TURNS.length] ?? '';
}

export interface ConnectionValue extends Value {
  readonly connection?: 'new' | 'reused';
}

export const CONNECTIONS: Table<ConnectionValue> = tableOf(
  'connection',
  [
    { id: 'any', label: 'on any connection' },
    { id: 'new', label: 'on a new connection', connection: 'new' },
    { id: 'reused', label: 'on a connection that carried the right key', connection: 'reused' },
  ],
  'any',
);

/** In milliseconds. */
export const IDLE_MS = 300;

/** What a service remembers of a connection may end with its idle time. */
export const PAUSES: Table = tableOf('pause', [
  { id: 'idle', label: `on a connection that was idle for ${IDLE_MS} ms` },
]);
