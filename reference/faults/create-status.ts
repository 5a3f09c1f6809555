import type { Fault } from '../change.ts';
import { isObject, type Json } from '../json/value.ts';
import { STATUSES } from '../model.ts';
import { crash, isText, refuse } from './tools.ts';

/** A fault that puts another value in the place of the status that was sent. */
const takesStatus = (
  name: string,
  story: string,
  take: (value: Json | undefined) => Json | undefined,
  violates: readonly string[] = ['create.bad-status'],
): Fault => ({
  name,
  story,
  violates,
  change: (rules) => ({ readStatus: (value) => rules.readStatus(take(value)) }),
});

const isStatus = (value: Json | undefined) => STATUSES.some((status) => status === value);

/** What is let through in `status` when a pet is added. */
export const createStatusFaults: readonly Fault[] = [
  takesStatus('bad-status-dropped', 'A status that is not known is dropped in silence.', (value) =>
    isStatus(value) ? value : undefined,
  ),
  takesStatus('bad-status-text-dropped', 'Text that is no status is dropped; other types are refused.', (value) =>
    isText(value) && !isStatus(value) ? undefined : value,
  ),
  takesStatus(
    'status-looked-up-in-an-object',
    'The status is looked up in an object, and so in its prototype.',
    (value) => (value === 'constructor' ? undefined : value),
  ),
  takesStatus('status-case-ignored', 'The status is put into small letters before it is checked.', (value) =>
    isText(value) ? value.toLowerCase() : value,
  ),
  takesStatus('status-trimmed', 'The status is trimmed before it is checked.', (value) =>
    isText(value) && value.trim() !== value ? value.trim() : value,
  ),
  takesStatus('status-empty-dropped', 'An empty status counts as none.', (value) => (value === '' ? undefined : value)),
  takesStatus('status-fraction-dropped', 'A status that is a fraction is read as nothing.', (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? undefined : value,
  ),
  takesStatus('status-null-dropped', 'A status that is null counts as none.', (value) =>
    value === null ? undefined : value,
  ),
  takesStatus('status-by-number', 'A number is taken for the position of a status in the enumeration.', (value) =>
    typeof value === 'bigint' ? STATUSES[Number(value)] : value,
  ),
  takesStatus('status-list-of-one', 'A list of one status is as good as the status.', (value) =>
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ),
  {
    name: 'bad-status-stored',
    story: 'The status is any text to the database, and nobody checks it before.',
    violates: ['create.bad-status'],
    change: (rules) => {
      const odd = new Map<bigint, string>();
      let latest: string | undefined;
      return {
        readStatus: (value) => {
          latest = isText(value) && !isStatus(value) ? value : undefined;
          return latest === undefined ? rules.readStatus(value) : undefined;
        },
        keep: (store, pet) => {
          if (latest !== undefined) odd.set(pet.id, latest);
          rules.keep(store, pet);
        },
        presentPet: (pet, request) => {
          const status = odd.get(pet.id);
          return { ...rules.presentPet(pet, request), ...(status === undefined ? {} : { status }) };
        },
      };
    },
  },
  {
    name: 'bad-status-is-409',
    story: 'A status that is not known is taken for a conflict with the enumeration.',
    violates: ['create.bad-status'],
    change: (rules) => ({
      readStatus: (value) => {
        if (isText(value) && !isStatus(value)) throw refuse(409, 'unknown_status', 'There is no such status.');
        return rules.readStatus(value);
      },
    }),
  },
  {
    name: 'status-object-crashes',
    story: 'An object in the place of a status is more than the enumeration can convert.',
    violates: ['create.bad-status', 'errors.no-5xx'],
    change: (rules) => ({ readStatus: (value) => (isObject(value) ? crash() : rules.readStatus(value)) }),
  },
  takesStatus(
    'long-bad-status-dropped',
    'A status longer than its column is dropped before anyone checks it.',
    (value) => (isText(value) && value.length > 20 ? undefined : value),
    ['create.invalid'],
  ),
  takesStatus(
    'status-false-dropped',
    'A status that is false counts as none.',
    (value) => (value === false ? undefined : value),
    ['create.invalid'],
  ),
];
