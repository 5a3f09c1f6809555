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
  { label: 'invalid UTF-8 after', query: 'sold%FF', utf8: false },
  { label: 'regular expression', query: '.*' },
  { label: 'alternatives', query: 'sold%7Cpending' },
  { label: 'broken regular expression', query: 'sold%28' },
  { label: 'space after', query: 'sold%20' },
  { label: 'space before', query: '%20available' },
  { label: 'no-break space after', query: 'available%C2%A0' },
  { label: 'undefined', query: 'undefined' },
  { label: 'prefix', query: 'avail' },
  { label: 'suffix', query: 'old' },
  { label: 'zero', query: '0' },
  { label: 'long s', query: '%C5%BFold' },
  { label: 'dotless i', query: 'pend%C4%B1ng' },
  { label: 'with an accent', query: 'avail%C3%A1ble' },
  { label: 'SQL wildcard', query: 'a%25' },
  { label: 'SQL wildcard for one character', query: 'sol_' },
  { label: 'glob', query: 's*' },
  { label: 'comma list', query: 'available,sold' },
  { label: 'JSON list', query: '%5B%22sold%22%5D' },
  { label: 'plural', query: 'solds' },
  { label: 'text around', query: 'unavailable' },
  { label: 'fullwidth letters', query: '%EF%BD%93%EF%BD%8F%EF%BD%8C%EF%BD%84' },
  { label: 'in double quotes', query: '%22available%22' },
  { label: 'apostrophe after', query: 'sold%27' },
  { label: 'encoded twice', query: '%2573old' },
  { label: 'null', query: 'null' },
  { label: 'true', query: 'true' },
  { label: 'all', query: 'all' },
];

/** JSON values of the status of a NewPet that are not a PetStatus. */
export const badStatuses: readonly { readonly label: string; readonly value: unknown }[] = [
  { label: 'null', value: null },
  { label: 'unknown value', value: 'lost' },
  { label: 'upper case', value: 'AVAILABLE' },
  { label: 'capitalised', value: 'Sold' },
  { label: 'empty text', value: '' },
  { label: 'blank text', value: ' ' },
  { label: 'NUL and text after', value: 'sold\u0000x' },
  { label: 'zero', value: 0 },
  { label: 'one', value: 1 },
  { label: 'zero as text', value: '0' },
  { label: 'false', value: false },
  { label: 'true', value: true },
  { label: 'list of one status', value: ['available'] },
  { label: 'space after', value: 'sold ' },
  { label: 'space before', value: ' available' },
  { label: 'newline after', value: 'sold\n' },
  { label: 'plural', value: 'solds' },
  { label: 'prefix', value: 'availabl' },
  { label: 'comma list', value: 'available,sold' },
  { label: 'empty list', value: [] },
  { label: 'empty object', value: {} },
  { label: 'object with a status', value: { status: 'sold' } },
];
