import { catalogue } from '../../suites/catalogue.ts';

/** What a fault of the server can break; version.path is about the address that the user gives. */
const breakable = catalogue.filter(({ id }) => id !== 'version.path');

export const MUST = breakable.filter(({ level }) => level === 'MUST').map(({ id }) => String(id));
export const SHOULD = breakable.filter(({ level }) => level === 'SHOULD').map(({ id }) => String(id));
