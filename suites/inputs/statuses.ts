/** A percent-encoded value of the status filter; `utf8: false` marks escapes that are not UTF-8. */
export interface StatusQuery {
  readonly label: string;
  readonly query: string;
  readonly utf8?: false;
}

/** Values that are not a PetStatus, but that a loose comparison matches to one. */
export const statusNearMisses: readonly StatusQuery[] = [
  { label: 'unknown value', query: 'unknown' },
  { label: 'upper case', query: 'AVAILABLE' },
  { label: 'capitalised', query: 'Pending' },
  { label: 'space after', query: 'sold%20' },
  { label: 'space before', query: '%20available' },
  { label: 'no-break space after', query: 'available%C2%A0' },
  { label: 'prefix', query: 'avail' },
  { label: 'suffix', query: 'old' },
  { label: 'text around', query: 'unsolds' },
  { label: 'SQL wildcard', query: 'a%25' },
  { label: 'SQL wildcard for one character', query: 'sol_' },
  { label: 'glob', query: 's*' },
  { label: 'regular expression', query: '.*' },
  { label: 'alternatives', query: 'sold%7Cpending' },
  { label: 'comma list', query: 'available,sold' },
  { label: 'JSON list', query: '%5B%22sold%22%5D' },
  { label: 'in double quotes', query: '%22available%22' },
  { label: 'apostrophe after', query: 'sold%27' },
  { label: 'negated', query: '!sold' },
  { label: 'with an accent', query: 'avail%C3%A1ble' },
  { label: 'long s', query: '%C5%BFold' },
  { label: 'dotless i', query: 'pend%C4%B1ng' },
  { label: 'fullwidth letters', query: '%EF%BD%93%EF%BD%8F%EF%BD%8C%EF%BD%84' },
  { label: 'zero-width space after', query: 'sold%E2%80%8B' },
  { label: 'encoded twice', query: '%2573old' },
  { label: 'zero', query: '0' },
  { label: 'one', query: '1' },
  { label: 'null', query: 'null' },
  { label: 'undefined', query: 'undefined' },
  { label: 'true', query: 'true' },
  { label: 'all', query: 'all' },
  { label: 'invalid UTF-8 after', query: 'sold%FF', utf8: false },
];

/** JSON values of the status of a NewPet that are not a PetStatus. */
export const badStatuses: readonly { readonly label: string; readonly value: unknown }[] = [
  { label: 'unknown value', value: 'lost' },
  { label: 'upper case', value: 'AVAILABLE' },
  { label: 'capitalised', value: 'Sold' },
  { label: 'null', value: null },
  { label: 'empty text', value: '' },
  { label: 'blank text', value: ' ' },
  { label: 'space after', value: 'sold ' },
  { label: 'space before', value: ' available' },
  { label: 'newline after', value: 'sold\n' },
  { label: 'NUL and text after', value: 'sold\u0000x' },
  { label: 'prefix', value: 'availabl' },
  { label: 'plural', value: 'solds' },
  { label: 'comma list', value: 'available,sold' },
  { label: 'long s', value: 'ſold' },
  { label: 'with an accent', value: 'availáble' },
  { label: 'zero', value: 0 },
  { label: 'one', value: 1 },
  { label: 'fraction', value: 1.5 },
  { label: 'true', value: true },
  { label: 'false', value: false },
  { label: 'list of one status', value: ['available'] },
  { label: 'empty list', value: [] },
  { label: 'empty object', value: {} },
  { label: 'object with a status', value: { status: 'sold' } },
];
