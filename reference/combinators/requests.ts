import type { Operation, Query, Request } from '../model.ts';
import type { Which } from './compose.ts';

export const OPERATIONS: readonly Operation[] = ['listPets', 'createPet', 'getPet'];

export const on =
  (operation: Operation): Which =>
  (request) =>
    request.operation === operation;

export const isList = on('listPets');
export const isCreation = on('createPet');
export const isFetch = on('getPet');

export const hasFilter: Which = ({ search }) => /(^|&)status=/.test(search);
export const isFilteredList: Which = (request) => isList(request) && hasFilter(request);
export const isPlainList: Which = (request) => isList(request) && !hasFilter(request);
export const isChunked: Which = ({ chunked }) => chunked;

export const onOddConnections: Which = ({ connection }) => connection.serial % 2 === 1;
export const opensConnection: Which = ({ connection }) => connection.requestsBefore === 0;
export const isFirstAfter =
  (silenceMs: number): Which =>
  ({ idleMs }) =>
    idleMs >= silenceMs;

/** The media types that the client names, without wildcards. */
export const asksForJson: Which = ({ headers }) => (headers.accept ?? []).join().includes('application/json');
export const hasNoAccept: Which = ({ headers }) => headers.accept === undefined;

/** The id that a fetch asks for. */
export function idIn({ path }: Request): bigint | undefined {
  const digits = /^\/pets\/(-?\d{1,19})$/.exec(path)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

export function onlyValue(query: Query, name: string): string | undefined {
  const values = query.get(name);
  return values?.length === 1 ? values[0] : undefined;
}
