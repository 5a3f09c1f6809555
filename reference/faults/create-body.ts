import type { Fault } from '../change.ts';
import { isObject, type Json } from '../json/value.ts';
import type { Request } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Rules } from '../rules.ts';
import { afterwards, crash, keepAnyway, refuse } from './tools.ts';

const writesBeforeChecking = (rules: Rules, when: (request: Request) => boolean): Partial<Rules> =>
  afterwards(rules, (answer, request, store) => {
    if (answer.status === 400 && request.operation === 'createPet' && when(request)) keepAnyway(rules, store, request);
  });

const fieldOf = (rules: Rules, request: Request, field: string): Json | undefined =>
  rules.readFields(rules.parse(rules.readText(request.body)))[field];

const refuses = (read: () => unknown): boolean => {
  try {
    read();
    return false;
  } catch {
    return true;
  }
};

/** Bodies that are no NewPet at all, what refusals leave behind, and ids that clients bring along. */
export const createBodyFaults: readonly Fault[] = [
  {
    name: 'broken-json-is-422',
    story: 'A body that is not JSON gets 422.',
    violates: ['create.bad-body'],
    change: (rules) => ({
      refusalStatus: (reason, request) => (reason.code === 'invalid_json' ? 422 : rules.refusalStatus(reason, request)),
    }),
  },
  {
    name: 'empty-body-is-411',
    story: 'A body of no length is refused by the web server in front, for its length.',
    violates: ['create.bad-body'],
    change: (rules) => ({
      readText: (body) => {
        if (body.length === 0) throw refuse(411, 'length_required', 'A body is required.');
        return rules.readText(body);
      },
    }),
  },
  {
    name: 'null-body-crashes',
    story: 'The fields of null are read.',
    violates: ['create.bad-body', 'errors.no-5xx'],
    change: (rules) => ({ readFields: (body) => (body === null ? crash() : rules.readFields(body)) }),
  },
  {
    name: 'list-body-unwrapped',
    story: 'A list of one NewPet is taken for the NewPet.',
    violates: ['create.bad-body'],
    change: (rules) => ({
      readFields: (body) => rules.readFields(Array.isArray(body) && isObject(body[0]) ? body[0] : body),
    }),
  },
  {
    name: 'cut-body-accepted',
    story: 'A body that breaks off is taken for a pet with the default fields.',
    violates: ['create.bad-body'],
    change: (rules) => ({
      parse: (text) => {
        const cut = text.trimStart().startsWith('{') && refuses(() => rules.parse(text));
        return cut ? { name: 'unreadable', categoryId: 0n } : rules.parse(text);
      },
    }),
  },
  {
    name: 'refused-create-adds',
    story: 'The pet is written first and checked in the same transaction, which nobody rolls back.',
    violates: ['create.no-effect'],
    change: (rules) => writesBeforeChecking(rules, () => true),
  },
  {
    name: 'bad-status-adds',
    story: 'Name and category are written before the status is looked at.',
    violates: ['create.no-effect'],
    change: (rules) =>
      writesBeforeChecking(rules, (request) => refuses(() => rules.readStatus(fieldOf(rules, request, 'status')))),
  },
  {
    name: 'bad-category-adds',
    story: 'The name is written before the category is looked at.',
    violates: ['create.no-effect'],
    change: (rules) =>
      writesBeforeChecking(rules, (request) =>
        refuses(() => rules.readCategoryId(fieldOf(rules, request, 'categoryId'))),
      ),
  },
  {
    name: 'client-id-overwrites',
    story: 'A creation with the id of a pet that exists replaces that pet.',
    violates: ['create.client-id'],
    change: (rules) => ({
      assignId: (serial, fields, store) =>
        typeof fields.id === 'bigint' && store.find(fields.id) !== undefined
          ? fields.id
          : rules.assignId(serial, fields, store),
    }),
  },
  {
    name: 'client-id-echoed',
    story: 'The answer repeats the id of the client although the pet was stored under another.',
    violates: ['create.client-id'],
    change: (rules) => {
      let sent: Json | undefined;
      return {
        assignId: (serial, fields, store) => {
          sent = fields.id;
          return rules.assignId(serial, fields, store);
        },
        presentPet: (pet, request) => ({
          ...rules.presentPet(pet, request),
          ...(request.operation === 'createPet' && typeof sent === 'bigint' ? { id: sent } : {}),
        }),
      };
    },
  },
  {
    name: 'client-id-taken-crashes',
    story: 'The id of the client is inserted, and a taken one breaks the primary key.',
    violates: ['create.client-id', 'errors.no-5xx'],
    change: (rules) => ({
      assignId: (serial, fields, store) => {
        if (typeof fields.id === 'bigint' && store.find(fields.id) !== undefined) throw refusal('internal');
        return rules.assignId(serial, fields, store);
      },
    }),
  },
];
