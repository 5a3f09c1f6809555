import type { QueryValue } from './limits.ts';

/** Values that are not a PetStatus, but that a loose comparison matches to one. */
export const statusNearMisses: readonly QueryValue[] = [
  { label: 'unknown value', query: 'unknown' },
  { label: 'upper case', query: 'AVAILABLE' },
  { label: 'invalid UTF-8 after', query: 'sold%FF', utf8: false },
  { label: 'regular expression', query: '.*' },
  { label: 'broken regular expression', query: 'sold%28' },
  { label: 'space after', query: 'sold%20' },
  { label: 'space before', query: '%20available' },
  { label: 'prefix', query: 'avail' },
  { label: 'SQL wildcard', query: 'a%25' },
  { label: 'SQL wildcard for one character', query: 'sol_' },
  { label: 'comma list', query: 'available,sold' },
  { label: 'zero', query: '0' },
  { label: 'alternatives', query: 'sold%7Cpending' },
  { label: 'glob', query: 's*' },
  { label: 'in double quotes', query: '%22available%22' },
  { label: 'long s', query: '%C5%BFold' },
  { label: 'with an accent', query: 'avail%C3%A1ble' },
  { label: 'fullwidth letters', query: '%EF%BD%93%EF%BD%8F%EF%BD%8C%EF%BD%84' },
  { label: 'null', query: 'null' },
];

/** JSON values of the status of a NewPet that are not a PetStatus. */
export const badStatuses: readonly { readonly label: string; readonly value: unknown }[] = [
  { label: 'null', value: null },
  { label: 'unknown value', value: 'lost' },
  { label: 'upper case', value: 'AVAILABLE' },
  { label: 'capitalised', value: 'Sold' },
  { label: 'empty text', value: '' },
  { label: 'NUL and text after', value: 'sold\u0000x' },
  { label: 'zero', value: 0 },
  { label: 'one', value: 1 },
  { label: 'fraction', value: 1.5 },
  { label: 'true', value: true },
  { label: 'list of one status', value: ['available'] },
  { label: 'space after', value: 'sold ' },
  { label: 'newline after', value: 'sold\n' },
  { label: 'comma list', value: 'available,sold' },
  { label: 'object with a status', value: { status: 'sold' } },
  { label: 'name of a built-in function', value: 'constructor' },
];
