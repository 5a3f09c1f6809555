import type { Fault } from '../change.ts';
import { isInt64 } from '../int64.ts';
import { membersOf } from '../json/value.ts';
import { refusal } from '../refusal.ts';
import { answering, crash, throughDouble } from './tools.ts';

const hasBadEscape = (path: string) => /%[89a-f]/i.test(path);

/** A fault by which an id in another spelling is as good as the id. */
const spells = (name: string, story: string, toId: (text: string) => string): Fault => ({
  name,
  story,
  violates: ['get.invalid-id'],
  change: (rules) => ({ readPetId: (text) => rules.readPetId(toId(text)) }),
});

/** A fault by which an id that does not exist is folded onto one that does. */
const folds = (name: string, story: string, fold: (id: bigint) => bigint): Fault => ({
  name,
  story,
  violates: ['get.unknown'],
  change: (rules) => ({ find: (store, id) => rules.find(store, id) ?? rules.find(store, fold(id)) }),
});

/** A fault by which a number beyond int64 is folded into it. */
const foldsBeyond = (name: string, story: string, isFolded: (value: bigint) => boolean): Fault =>
  spells(name, story, (text) => {
    const value = /^-?\d{1,30}$/.test(text) ? BigInt(text) : 0n;
    return !isInt64(value) && isFolded(value) ? BigInt.asIntN(64, value).toString() : text;
  });

/** Ids that are read after folding, trimming or splitting. */
export const getLooseFaults: readonly Fault[] = [
  foldsBeyond('id-wraps-in-64-bits', 'An id beyond int64 wraps around, so 2^64 + 5 is pet 5.', (value) => value > 0n),
  foldsBeyond(
    'negative-id-wraps-in-64-bits',
    'An id below int64 wraps around, so 5 - 2^64 is pet 5.',
    (value) => value < 0n,
  ),
  folds('id-keeps-16-bits', 'The id in the path is cut to 16 bits, so 2^16 + 5 is pet 5.', (id) =>
    BigInt.asUintN(16, id),
  ),
  folds('id-keeps-53-bits', 'The id in the path is cut to 53 bits, so 2^53 + 5 is pet 5.', (id) =>
    BigInt.asUintN(53, id),
  ),
  folds('id-loses-its-highest-bit', 'The highest bit of an id is a flag, so 5 - 2^63 is pet 5.', (id) =>
    BigInt.asUintN(63, id),
  ),
  {
    name: 'large-id-through-double',
    story: 'Ids beyond 2^53 are looked up as doubles, so the id next to a pet is the pet.',
    violates: ['get.unknown'],
    change: (rules) => ({
      assignId: (serial) => 2n ** 60n + 1024n * BigInt(serial),
      find: (store, id) => rules.find(store, throughDouble(id)),
    }),
  },
  spells('id-trimmed-at-the-start', 'Spaces in front of an id are skipped.', (text) => text.trimStart()),
  spells('id-trimmed-at-the-end', 'Spaces after an id are skipped.', (text) => text.trimEnd()),
  spells('id-in-wide-digits', 'Wide digits are digits.', (text) => text.normalize('NFKC')),
  spells('id-split-at-commas', 'The first of several ids with commas counts.', (text) => text.replace(/,.*$/s, '')),
  {
    name: 'invalid-utf-8-id-crashes',
    story: 'The bytes of an id are decoded without a thought for those that are not UTF-8.',
    violates: ['get.invalid-id', 'errors.no-5xx'],
    change: (rules) =>
      answering(rules, (answer, { operation, path }) =>
        operation === 'getPet' && membersOf(answer.content).code === 'invalid_url' && hasBadEscape(path)
          ? crash()
          : answer,
      ),
  },
  {
    name: 'invalid-utf-8-id-breaks-the-connection',
    story: 'An id whose bytes are not UTF-8 ends the worker process, and its connections with it.',
    violates: ['get.invalid-id'],
    change: (rules) => ({
      send: (response, message, request) => {
        if (request.operation === 'getPet' && message.status === 400 && hasBadEscape(request.path)) response.destroy();
        else rules.send(response, message, request);
      },
    }),
  },
  {
    name: 'unknown-is-401',
    story: 'A pet that does not exist belongs to nobody, so the key is refused.',
    violates: ['get.unknown'],
    change: (rules) => ({
      find: (store, id) => {
        const pet = rules.find(store, id);
        if (pet === undefined) throw refusal('unauthorized');
        return pet;
      },
    }),
  },
];
