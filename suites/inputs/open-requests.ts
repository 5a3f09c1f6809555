import type { ObservationId } from '../requirements/index.ts';
import { compact, type Fields } from './new-pets.ts';
import { type Table, tableOf, type Value } from './value.ts';

const open = (id: string, observes: ObservationId, method: string, path: string) => ({
  id,
  label: `${method} ${path}`,
  observes,
  method,
  path,
});

/** Requests that the document says nothing about. */
export const OPEN_REQUESTS = tableOf('open-request', [
  open('status-empty', 'observed.filters', 'GET', '/pets?status='),
  open('unknown-parameters', 'observed.unknown-parameters', 'GET', '/pets?limit=1&colour=black'),
  // Parsers of many languages make lists of these, where a server expects a text.
  open('limit-list', 'observed.unknown-parameters', 'GET', '/pets?limit%5B%5D=1'),
  open('status-list', 'observed.unknown-parameters', 'GET', '/pets?status%5B%5D=sold'),
  open('status-twice', 'observed.filters', 'GET', '/pets?status=sold&status=sold'),
  open('store-orders', 'observed.undocumented', 'GET', '/store/orders'),
  open('head', 'observed.undocumented', 'HEAD', '/pets'),
  open('options', 'observed.undocumented', 'OPTIONS', '/pets'),
  open('trailing-slash', 'observed.trailing-slash', 'GET', '/pets/'),
]);

interface OpenField extends Value {
  /** Members of the body, besides those of a plain one. */
  readonly more: (id: bigint) => string;
}

const withId = (id: bigint) => `"id":${id}`;

/** Fields of a creation that the document does not define, made from an id. */
export const OPEN_FIELDS: Table<OpenField> = tableOf('open-field', [
  { id: 'taken-id', label: 'id of another pet', more: withId },
  { id: 'free-id', label: 'free id', observes: 'observed.free-client-id', more: withId },
  {
    id: 'unknown-field',
    label: 'a field that NewPet does not have',
    observes: 'observed.unknown-fields',
    more: () => '"colour":"conformance-black"',
  },
]);

interface OtherType extends Value {
  readonly contentType: string;
  readonly write: (fields: Fields) => string;
}

const OTHER_TYPE = 'observed.content-type-other';

/** Types of a body that are not application/json, each with a body of its type. */
export const OTHER_MEDIA_TYPES: Table<OtherType> = tableOf('other-media-type', [
  { id: 'text', label: 'text/plain', observes: OTHER_TYPE, contentType: 'text/plain', write: compact },
  {
    id: 'xml',
    label: 'application/xml',
    observes: OTHER_TYPE,
    contentType: 'application/xml',
    write: ({ name, categoryId }) => `<pet><name>${name}</name><categoryId>${categoryId}</categoryId></pet>`,
  },
  {
    id: 'form',
    label: 'application/x-www-form-urlencoded',
    observes: OTHER_TYPE,
    contentType: 'application/x-www-form-urlencoded',
    write: ({ name, categoryId }) => `name=${encodeURIComponent(name)}&categoryId=${categoryId}`,
  },
]);
