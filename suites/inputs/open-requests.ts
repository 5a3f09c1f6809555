import { compact, type Fields } from './new-pets.ts';
import { type Table, tableOf, type Value } from './value.ts';

interface OpenRequest extends Value {
  readonly method: string;
  readonly path: string;
}

const open = (
  id: 'status-empty' | 'unknown-parameters' | 'store-orders' | 'head' | 'options' | 'trailing-slash',
  method: string,
  path: string,
): OpenRequest => ({
  id,
  label: `${method} ${path}`,
  observes: `observed.${id}`,
  method,
  path,
});

/** Requests that the document says nothing about. */
export const OPEN_REQUESTS: Table<OpenRequest> = tableOf('open-request', [
  open('status-empty', 'GET', '/pets?status='),
  open('unknown-parameters', 'GET', '/pets?limit=1&colour=black'),
  open('store-orders', 'GET', '/store/orders'),
  open('head', 'HEAD', '/pets'),
  open('options', 'OPTIONS', '/pets'),
  open('trailing-slash', 'GET', '/pets/'),
]);

export interface OpenField extends Value {
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
