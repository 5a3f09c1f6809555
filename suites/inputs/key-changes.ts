import type { WrongCredential } from './credentials.ts';
import { dayOf } from './queries.ts';
import { type Table, tableOf, type Value } from './value.ts';

const VARIABLE = 'PETSTORE_API_KEY';

/** A way to change one character of a key. */
interface KeyChange extends Value {
  readonly isFor: (character: string) => boolean;
  readonly change: (character: string) => string;
  /** What changes it in a shell. It must not depend on the character, which is secret. */
  readonly filter: string;
}

/** Each character becomes the one behind it, the last one the first. The hyphen comes last, where tr takes it as it is. */
const CIRCLES = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '._~+/=-'];
const NEXT = new Map(
  CIRCLES.flatMap((circle) =>
    [...circle].map((character, at) => [character, circle[at + 1] ?? circle[0] ?? ''] as const),
  ),
);

const swapCase = (character: string): string =>
  character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();

/** What a comparison overlooks that is not exact. */
const KINDS: readonly KeyChange[] = [
  {
    id: 'other-of-its-kind',
    label: 'the key with one character changed into another one of its kind',
    isFor: (character) => NEXT.has(character),
    change: (character) => NEXT.get(character) ?? character,
    filter: `tr '0-9a-zA-Z._~+/=-' '1-90b-zaB-ZA_~+/=\\-.'`,
  },
  {
    id: 'other-case',
    label: 'the key with one letter in the other case',
    where: 'where the key has letters',
    isFor: (character) => /[a-z]/i.test(character),
    change: swapCase,
    filter: `tr 'a-zA-Z' 'A-Za-z'`,
  },
  {
    id: 'left-out',
    label: 'the key without one character that is not a letter',
    where: 'where the key has characters that are not letters',
    isFor: (character) => !/[a-z]/i.test(character),
    change: () => '',
    filter: "tr -d '[:print:]'",
  },
];

export const KEY_CHANGES: Table<KeyChange> = tableOf('key-change', KINDS);

/** What is wrong in one place of a key. */
interface ChangedKey extends WrongCredential {
  readonly place: number;
  readonly parts: readonly [string];
}

function changedAt({ id, label, change, filter }: KeyChange, place: number): ChangedKey {
  return {
    id: `${id}-${place}`,
    label,
    place,
    parts: [id],
    make: (key) => {
      const text = `${key.slice(0, place)}${change(key[place] ?? '')}${key.slice(place + 1)}`;
      const [before, own, after] = [`:0:${place}`, `:${place}:1`, `:${place + 1}`].map(
        (part) => `\${${VARIABLE}${part}}`,
      );
      const shell = `${before}$(printf %s "${own}" | ${filter})${after}`;
      return { headers: [['Authorization', `Bearer ${text}`]], shown: { text, shell } };
    },
  };
}

/** Every change of a key of this length, whatever its characters are. */
export function changesOfLength(length: number): readonly WrongCredential[] {
  return KINDS.flatMap((kind) => Array.from({ length }, (_, place) => changedAt(kind, place)));
}

/** A week of nights has all changes of an ordinary key; a longer key takes more nights. */
const DAYS = 7;
const CHANGES_A_DAY = 12;

/** Those of the first place and the last one, and of the others those that are due, or all of them in a thorough run. */
export function changesOfRun(key: string, now: string, isThorough: boolean): readonly WrongCredential[] {
  const all = [...key].flatMap((character, place) =>
    KINDS.filter(({ isFor }) => isFor(character)).map((kind) => changedAt(kind, place)),
  );
  const days = Math.max(DAYS, Math.ceil(all.length / CHANGES_A_DAY));
  const isAtEnd = ({ place }: ChangedKey) => place === 0 || place === key.length - 1;
  return all.filter((change, at) => isThorough || isAtEnd(change) || at % days === dayOf(now) % days);
}
